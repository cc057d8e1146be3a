import { foldAccents } from './foldAccents.ts';
import { withoutTags } from './withoutTags.ts';

/** Maximum length of a slug, in bytes of its encoded form. */
const MAX_SLUG_BYTES = 200;

/** Maximum characters of a text that its slug is made of; what follows cannot be in the first 200 bytes. */
const MAX_READ_CHARACTERS = 10_000;

/** Encodes the characters of steps 4 and 5 of docs/interface/texts.md §8, which apply to percent-encoded text. */
const encoded = (characters: string): string => encodeURIComponent(characters).toLowerCase();
const anyOf = (characters: string): string => Array.from(characters, encoded).join('|');
const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('');

const TO_DASH = new RegExp(
  `${anyOf(`\u00a0\u2011\u2013\u2014${range(0x2000, 0x200a)}\u2028\u2029\u202f`)}|&nbsp;|&#160;|&ndash;|&#8211;|&mdash;|&#8212;|&#8209;|/`,
  'g',
);
const REMOVED_CHARACTERS = new RegExp(
  anyOf(
    `\u00ad¡¿«»‹›${range(0x2018, 0x201f)}•©®°…™´\u02ca\u0300\u0301\u0304\u030c\u0341${range(0x200b, 0x200f)}${range(0x202a, 0x202e)}\ufeff\ufffc`,
  ),
  'g',
);

/** Percent-encodes non-ASCII characters in lower case, and stops before the character that would exceed the limit. */
const percentEncoded = (text: string, limit: number): string => {
  let result = '';
  for (const character of text) {
    const piece = character <= '\x7f' ? character : encoded(character.isWellFormed() ? character : '\ufffd');
    if (result.length + piece.length > limit) break;
    result += piece;
  }
  return result;
};

const PLAIN_SLUG = /^[a-z\d _-]*$/;

const dashed = (text: string): string => text.replace(/[ -]+/g, '-').replace(/^-|-$/g, '');

/**
 * Returns the slug of a title, a name, or a given slug; empty if nothing remains (docs/interface/texts.md §8, steps 1
 * to 6). Non-Latin characters stay percent-encoded.
 */
export const slugOf = (whole: string): string => {
  const text = whole.slice(0, MAX_READ_CHARACTERS);
  const lower = text.toLowerCase();
  if (lower.length <= MAX_SLUG_BYTES && PLAIN_SLUG.test(lower)) return dashed(lower);
  const bare = withoutTags(foldAccents(text)).replace(/%(?![\da-f]{2})/gi, '');
  const short = percentEncoded(bare.toLowerCase(), MAX_SLUG_BYTES)
    .replace(TO_DASH, '-')
    .replaceAll('%c3%97', 'x')
    .replace(REMOVED_CHARACTERS, '')
    .replace(/&[^\n;]+;/g, '')
    .replaceAll('.', '-');
  return dashed(short.replace(/[^%a-z\d _-]/g, ''));
};

/** Percent-decodes a slug, as `generated_slug` shows it. Invalid UTF-8 stays encoded. */
export const decodeSlug = (slug: string): string =>
  slug.includes('%') ? slug.replace(/(?:%[\da-f]{2})+/gi, decodedRun) : slug;

const decodedRun = (run: string): string => {
  const decoded = Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8');
  return decoded.includes('\ufffd') ? run : decoded;
};

/** Cuts a slug to at most `bytes`, without a partial character or a dash at the end. */
export const cutSlug = (slug: string, bytes: number): string => {
  if (slug.length <= bytes) return slug;
  const decoded = decodeSlug(slug);
  const cut = decoded === slug ? slug.slice(0, bytes) : percentEncoded(decoded, bytes);
  return cut.replace(/(?<!-)-+$/, '');
};

const TRASHED = '__trashed';

/** Returns the slug of a record in the trash, whose own slug becomes free (docs/interface/core-posts.md §8). */
export const trashedSlug = (slug: string): string =>
  slug.endsWith(TRASHED) ? slug : cutSlug(slug, MAX_SLUG_BYTES - TRASHED.length) + TRASHED;
