import { attribute, type ImageFacts, type ImageLookup } from './images.ts';
import type { TagAttribute } from './tagAttributes.ts';

const MAX_ID_DIGITS = 15;

/** Returns the ids that a gallery names, each once; undefined for a gallery of the images attached to its record. */
export const galleryIds = (attributes: readonly TagAttribute[]): number[] | undefined => {
  const written = (wanted: string) => attributes.find(({ name }) => name.toLowerCase() === wanted)?.value;
  const named = written('ids') ?? written('include');
  if (named === undefined) return undefined;
  const ids = named.split(',').map((id) => id.trim());
  return [...new Set(ids.filter((id) => /^\d+$/.test(id) && id.length <= MAX_ID_DIGITS).map(Number))];
};

const item = ({ url, alt = '', width, height, srcset, sizes }: ImageFacts): string =>
  `<figure class="gallery-item"><img${attribute('src', url)}${attribute('alt', alt)}${attribute('width', width)}` +
  `${attribute('height', height)}${attribute('srcset', srcset)}${attribute('sizes', sizes)} /></figure>`;

/** Returns the known images of a gallery as HTML; empty if there are none. */
export const galleryHtml = (ids: readonly number[], image: ImageLookup | undefined): string => {
  const items = ids.flatMap((id) => image?.(id) ?? []).map(item);
  return items.length === 0 ? '' : `<div class="gallery">${items.join('')}</div>`;
};
