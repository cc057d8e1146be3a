import { cleanHtml } from './cleanHtml.ts';
import { trimmed } from './trimmed.ts';

export interface Author {
  /** True if the author may store any HTML (`unfiltered_html`: editors and administrators). */
  readonly unfilteredHtml: boolean;
  /** The site's own host, for content that may only come from there; see `cleanHtml`. */
  readonly host?: string;
}

/** Code points of `&#128;` to `&#159;` in Windows-1252, from which such text comes; 0 for unused ones. */
const WINDOWS_1252 = [
  8364, 0, 8218, 402, 8222, 8230, 8224, 8225, 710, 8240, 352, 8249, 338, 0, 381, 0, 0, 8216, 8217, 8220, 8221, 8226,
  8211, 8212, 732, 8482, 353, 8250, 339, 0, 382, 376,
];

/**
 * Replaces references to Windows-1252 characters, which HTML lacks: `&#128;` -> `&#8364;` (docs/interface/texts.md §6,
 * on save).
 */
export const repairedEntities = (text: string): string =>
  text.replace(/&#(1[2-5]\d);/g, (whole, digits: string) => {
    const code = WINDOWS_1252[Number(digits) - 128];
    if (code === undefined) return whole;
    return code === 0 ? '' : `&#${code};`;
  });

/**
 * Returns a title for storage: trimmed, and cleaned unless the author may store any HTML (docs/interface/texts.md §3).
 */
export const storedTitle = (sent: string, { unfilteredHtml }: Author): string =>
  trimmed(unfilteredHtml ? sent : cleanHtml(sent, 'inline'));

/** Returns content or an excerpt for storage (docs/interface/texts.md §7). */
export const storedContent = (sent: string, { unfilteredHtml, ...options }: Author): string => {
  const repaired = repairedEntities(sent);
  return unfilteredHtml ? repaired : cleanHtml(repaired, 'post', options);
};

/** Returns the description of a term or a user for storage, cleaned for every author (docs/interface/texts.md §7). */
export const storedDescription = (sent: string): string => cleanHtml(sent, 'term');
