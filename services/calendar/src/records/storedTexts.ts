import { plainText } from '@almanac/content';
import { can, type Principal } from '@almanac/identity';

/** A title or name as it is stored: as sent by those who may write any HTML, cleaned for everybody else. */
export const storedTitle = (sent: string, principal: Principal): string =>
  can(principal, 'unfiltered_html') ? sent.trim() : plainText(sent);

/** A description or excerpt as it is stored. */
export const storedContent = (sent: string, principal: Principal): string =>
  can(principal, 'unfiltered_html') ? sent : plainText(sent);

/** The description of a term as it is stored. */
export const storedTerm = (sent: string): string => plainText(sent);
