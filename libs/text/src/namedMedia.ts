import { decodedText } from './decodedText.ts';
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

/** The name of the media that are attached to a record, in `mediaNames`. */
export const ATTACHED_MEDIA = 'attached';

/** Maximum number of names per record, and of matches read per text. */
const [MAX_NAMES, MAX_MATCHES] = [1_000, 2_000];

/** An address below the uploads, of this site or of another one; names of files have none of the excluded characters. */
const UPLOADED_FILE = /\/uploads\/([^\s"'<>?#&,;:()[\]\\]{1,400})/g;

const MEDIA_BLOCK = /<!-- (?:core|wp):(?:image|cover|media-text|file|audio|video)\s([^<>]{0,2000})/g;
const BLOCK_ID = /"(?:id|mediaId)":(\d{1,15})\b/g;

const captured = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern).take(MAX_MATCHES)].map(([, name = '']) => name);

const namesIn = (text: string): readonly string[] => {
  const { ids, attached } = namedMedia(text);
  return [
    ...ids.map(String),
    ...(attached ? [ATTACHED_MEDIA] : []),
    ...captured(text, MEDIA_BLOCK).flatMap((attributes) => captured(attributes, BLOCK_ID)),
    ...captured(text, UPLOADED_FILE).map((path) => decodedText(path).replace(/(?<!\.)\.+$/, '')),
  ];
};

/**
 * Returns the names by which texts refer to media, each once: ids (`7`), paths below the uploads
 * (`2026/05/pier-300x200.jpg`), and `ATTACHED_MEDIA` for a gallery of the images attached to the record.
 */
export const mediaNames = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.flatMap(namesIn))].slice(0, MAX_NAMES);
