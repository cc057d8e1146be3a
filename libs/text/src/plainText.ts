import { normalizedEntities } from './characterEntities.ts';
import { trimmed } from './trimmed.ts';
import { withoutMarkup } from './withoutTags.ts';

/** Removes tags and escapes a `<` that no `>` follows, since it is text. */
const withoutElements = (text: string): string => {
  const last = text.lastIndexOf('>');
  if (text.indexOf('<', last + 1) === -1) return withoutMarkup(text);
  return withoutMarkup(text.slice(0, last + 1)) + text.slice(last + 1).replaceAll('<', '&lt;');
};

/**
 * Cleans a text field of one line: removes tags, line breaks and extra blanks (docs/interface/server.md §6.3,
 * docs/interface/calendar.md §11).
 */
export const plainText = (text: string): string => trimmed(withoutElements(text).replace(/[\r\n\t ]+/g, ' '));

/** Returns the name of a term or a user as stored: plain text with `& < >` escaped (docs/interface/texts.md §7). */
export const plainName = (text: string): string =>
  normalizedEntities(plainText(text)).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
