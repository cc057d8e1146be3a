import { withoutMarkup } from './withoutTags.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#039;',
  }),
);

/** Text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);

const CHARACTERS = new Map([...ENTITIES].map(([character, entity]) => [entity, character]));

/** The text that was escaped, for members whose view is escaped; plain text is left as it is. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#039);/g, (entity) => CHARACTERS.get(entity) ?? entity);

/** A title or name as it is stored, without markup: for lists, subjects and files that are no HTML. */
export const plainTitle = (stored: string): string => unescapeHtml(withoutMarkup(stored)).trim();
