import { createHash } from 'node:crypto';
import type { Property } from './contentLine.ts';

/** A picture of an entry. */
export interface Picture {
  /** The slug of its file on the site; it follows from the picture, so that every run finds the file again. */
  readonly slug: string;
  /** For the report. */
  readonly title: string;
  readonly content: { readonly address: string } | { readonly base64: string; readonly type: string };
}

/** Returns the first picture of an entry (IMAGE of RFC 7986, ATTACH with an image type). */
export const pictureOf = (properties: readonly Property[]): Picture | undefined => {
  const images = properties.filter(({ name, parameters }) => {
    return name === 'image' || (name === 'attach' && /^image\//i.test(parameters.fmttype ?? ''));
  });
  return images.map(pictureIn).find((picture) => picture !== undefined);
};

/** Pictures by their properties, which all occurrences of an entry share: a large one is hashed once. */
const pictures = new WeakMap<Property, Picture | undefined>();

const pictureIn = (property: Property): Picture | undefined => pictures.getOrInsertComputed(property, readPicture);

const readPicture = ({ value, parameters, type }: Property): Picture | undefined => {
  const slug = `picture-${createHash('sha256').update(value).digest('hex').slice(0, 24)}`;
  if (type === 'binary' || /^BASE64$/i.test(parameters.encoding ?? '')) {
    const format = (parameters.fmttype ?? 'image/jpeg').toLowerCase();
    return { slug, title: `the picture in the file (${format})`, content: { base64: value, type: format } };
  }
  const { protocol } = URL.parse(value) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return { slug, title: `the picture ${value}`, content: { address: value } };
};

/** Returns the number of characters that a picture of the file holds in memory. */
export const heldBy = ({ content }: Picture): number => ('base64' in content ? content.base64.length : 0);
