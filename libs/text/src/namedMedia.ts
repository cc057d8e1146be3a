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

/** Maximum number of classes read per text, and maximum characters of its galleries. */
const [MAX_CLASSES, MAX_GALLERY_CHARACTERS] = [2_000, 65_536];

const NO_MEDIA: NamedMedia = { ids: [], attached: false };

/** Returns the attributes of the first galleries, as written. */
const gallerySources = (stored: string): string[] => {
  const sources: string[] = [];
  let left = MAX_GALLERY_CHARACTERS;
  for (const [, source = ''] of stored.matchAll(/\[gallery(?![\w-])([^[\]]*)\]/g)) {
    left -= source.length + 1;
    if (left < 0) break;
    sources.push(source);
  }
  return sources;
};

/**
 * Finds the media that stored content names, by the class `core-image-{id}` or `wp-image-{id}` and in galleries
 * (docs/interface/texts.md §6).
 */
export const namedMedia = (stored: string): NamedMedia => {
  if (!/(?:core|wp)-image-/.test(stored) && !stored.includes('[gallery')) return NO_MEDIA;
  const byClass = stored
    .matchAll(/\b(?:core|wp)-image-(\d{1,15})\b/g)
    .take(MAX_CLASSES)
    .map(([, id]) => Number(id));
  const galleries = gallerySources(stored).map((source) => galleryIds(tagAttributes(source)));
  const ids = new Set([...byClass, ...galleries.flatMap((named) => named ?? [])]);
  return { ids: [...ids].slice(0, MAX_MEDIA), attached: galleries.includes(undefined) };
};
