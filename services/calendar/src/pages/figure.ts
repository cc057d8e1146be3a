import { type Html, html } from '@almanac/pages';
import type { ImageView } from '../images/images.ts';

/** A record's image; its file says nothing that the text does not. */
export const figure = (image: ImageView | undefined): Html | undefined => {
  if (image === undefined) return undefined;
  const { url, width, height } = image as { url: string; width?: number; height?: number };
  const size = width !== undefined && height !== undefined && html` width="${width}" height="${height}"`;
  return html`<figure><img src="${url}" alt=""${size}></figure>\n`;
};
