import { normalizedEntities } from './characterEntities.ts';
import { trimmed } from './trimmed.ts';
import { withoutMarkup } from './withoutTags.ts';

/** `<` that no `>` follows is text, not a tag. */
const withoutElements = (text: string): string => {
  const last = text.lastIndexOf('>');
  if (text.indexOf('<', last + 1) === -1) return withoutMarkup(text);
  return withoutMarkup(text.slice(0, last + 1)) + text.slice(last + 1).replaceAll('<', '&lt;');
};

/**
 * A text field of one line: tags, line breaks and extra blanks removed (docs/interface/server.md §6.3,
 * docs/interface/calendar.md §11).
 */
export const plainText = (text: string): string => trimmed(withoutElements(text).replace(/[\r\n\t ]+/g, ' '));

/** The name of a term or a user as it is stored: plain text with `& < >` escaped (docs/interface/texts.md §7). */
export const plainName = (text: string): string =>
  normalizedEntities(plainText(text)).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
