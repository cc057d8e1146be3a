import { cutToBytes, foldAccents } from '@almanac/text';
import { typeOfExtension } from '../fileTypes.ts';

const REMOVED_CHARACTERS = /[?[\]/\\=<>:;,'"&$#*()|~`!{}%+’‘«»”“\p{Cc}]/gu;
const BLANKS = /[\s\u00a0-]+/gu;
const EDGES = /^[._-]+|(?<![._-])[._-]+$/g;

/** Maximum bytes of a name without the suffix of renditions; file systems allow 255. */
const MAX_NAME_BYTES = 180;

/**
 * Returns the stored name of a file (docs/interface/core-media.md §3). Accents are folded, characters special in
 * addresses and shells are removed, blanks become hyphens, and the extension becomes lower case. Inner extensions that
 * may not be uploaded get a `_`.
 */
export const cleanFileName = (received: string): string => {
  const cleaned = foldAccents(received)
    .replace(/[\r\n\t]+/g, ' ')
    .replace(REMOVED_CHARACTERS, '')
    .replace(/\.{2,}/g, '.')
    .replace(BLANKS, '-')
    .replace(EDGES, '');
  if (!cleaned.includes('.') && typeOfExtension(cleaned) !== undefined) return `unnamed-file.${cleaned.toLowerCase()}`;
  const [first = '', ...others] = cleaned.split('.');
  const last = others.pop();
  if (last === undefined) return cut(first);
  return `${cut([first, ...others.map(disarmed)].join('.'))}.${last.toLowerCase()}`;
};

const disarmed = (part: string): string =>
  /^[a-z]{2,5}\d?$/i.test(part) && typeOfExtension(part) === undefined ? `${part}_` : part;

const cut = (name: string): string => cutToBytes(name, MAX_NAME_BYTES);

export interface NameParts {
  readonly base: string;
  /** Lower case, without the dot; empty if there is none. */
  readonly extension: string;
}

/** Splits a name at its last dot. */
export const nameParts = (name: string): NameParts => {
  const dot = name.lastIndexOf('.');
  return dot <= 0
    ? { base: name, extension: '' }
    : { base: name.slice(0, dot), extension: name.slice(dot + 1).toLowerCase() };
};

/** Names reserved for renditions; no upload gets one. */
const LIKE_A_RENDITION = /-(?:\d+x\d+|scaled|rotated)$/;

/** Number of numbered names tried; below, the number of random endings tried after them. */
const NUMBERS = 100;
const ENDINGS = 5;

/**
 * Yields the names to try for a file, in order: its own unless a rendition could have it, then `-1`, `-2` … and finally
 * some with a random ending.
 * @param newEnding returns different letters and digits at each call
 */
export function* nameCandidates({ base, extension }: NameParts, newEnding: () => string): Generator<NameParts> {
  if (!LIKE_A_RENDITION.test(base)) yield { base, extension };
  for (let number = 1; number <= NUMBERS; number++) yield { base: `${base}-${number}`, extension };
  for (let time = 0; time < ENDINGS; time++) yield { base: `${base}-${newEnding()}`, extension };
}
