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

/** Escapes text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);

const CHARACTERS = new Map([...ENTITIES].map(([character, entity]) => [entity, character]));

/** Reverses `escapeHtml`, for members whose view is escaped; plain text stays unchanged. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#039);/g, (entity) => CHARACTERS.get(entity) ?? entity);

/** Returns a stored title or name without markup: for lists, subjects and files that are not HTML. */
export const plainTitle = (stored: string): string => unescapeHtml(withoutMarkup(stored)).trim();
