import { galleryIds } from './gallery.ts';
import { tagAttributes } from './tagAttributes.ts';

/** The stored media in a text whose facts are needed for its display. */
export interface NamedMedia {
  readonly ids: readonly number[];
  /** True if it has a gallery of the images attached to its record. */
  readonly attached: boolean;
}

/** Maximum number of media looked up per text; the others are displayed as written. */
const MAX_MEDIA = 500;

const NO_MEDIA: NamedMedia = { ids: [], attached: false };

/**
 * Finds the media that stored content names, by the class `core-image-{id}` or `wp-image-{id}` and in galleries
 * (docs/interface/texts.md §6).
 */
export const namedMedia = (stored: string): NamedMedia => {
  if (!/(?:core|wp)-image-/.test(stored) && !stored.includes('[gallery')) return NO_MEDIA;
  const byClass = stored.matchAll(/\b(?:core|wp)-image-(\d{1,15})\b/g).map(([, id]) => Number(id));
  const galleries = [...stored.matchAll(/\[gallery(?![\w-])([^[\]]*)\]/g)].map(([, source = '']) =>
    galleryIds(tagAttributes(source)),
  );
  const ids = new Set([...byClass, ...galleries.flatMap((named) => named ?? [])]);
  return { ids: [...ids].slice(0, MAX_MEDIA), attached: galleries.includes(undefined) };
};
