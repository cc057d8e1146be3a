import { type Html, html } from '@almanac/pages';
import type { ImageView } from '../images/images.ts';

type Rendition = Pick<ImageView, 'url' | 'width' | 'height'>;

/** Returns the renditions of an image with known widths, including the image itself, the smallest first. */
const renditions = (image: ImageView): Rendition[] => {
  const all: Rendition[] = [...Object.values(image.sizes ?? {}), image];
  const shaped = image.width === undefined || image.height === undefined ? undefined : image.width / image.height;
  // cropped renditions are different pictures
  const same = all.filter(({ width, height }) => width && height && shaped && Math.abs(width / height - shaped) < 0.02);
  return same.sort((a, b) => (a.width ?? 0) - (b.width ?? 0));
};

const imageElement = (image: ImageView, sizes: string, isLazy: boolean): Html => {
  const { url, width, height } = image;
  const size = width !== undefined && height !== undefined && html` width="${width}" height="${height}"`;
  const set = renditions(image).map((each) => `${each.url} ${each.width}w`);
  const choice = set.length > 1 && html` srcset="${set.join(', ')}" sizes="${sizes}"`;
  return html`<img src="${url}" alt=""${size}${choice}${isLazy && html` loading="lazy"`}>`;
};

/** Renders a record's image; it is decorative, so its `alt` is empty. */
export const figure = (image: ImageView | undefined): Html | undefined =>
  image === undefined
    ? undefined
    : html`<figure>${imageElement(image, '(min-width: 60rem) 58rem, 100vw', false)}</figure>\n`;

/** Renders a record's image in a list. */
export const thumbnail = (image: ImageView | undefined): Html | undefined =>
  image === undefined ? undefined : html`<div class="thumb">${imageElement(image, '10rem', true)}</div>`;
