import { cleanHtml, trimmed } from '@almanac/content';
import { can, type Principal } from '@almanac/identity';

/** A title or name as it is stored: as sent by those who may write any HTML, cleaned for everybody else. */
export const storedTitle = (sent: string, principal: Principal): string =>
  trimmed(can(principal, 'unfiltered_html') ? sent : cleanHtml(sent, 'inline'));

/** A description or excerpt as it is stored. */
export const storedContent = (sent: string, principal: Principal): string =>
  can(principal, 'unfiltered_html') ? sent : cleanHtml(sent, 'post');

/** The description of a term as it is stored, cleaned for everybody (core-text.md §7). */
export const storedTerm = (sent: string): string => trimmed(cleanHtml(sent, 'term'));
