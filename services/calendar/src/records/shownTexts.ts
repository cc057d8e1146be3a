import { displayContent, displayExcerpt, displayTitle, rememberText, trimmed } from '@almanac/content';

/** A stored title or name as it is displayed. */
export const shownTitle = rememberText(displayTitle);

/** A stored description as it is displayed. */
export const shownContent = rememberText((stored) => trimmed(displayContent(stored)));

/** A stored excerpt as it is displayed; empty when there is none. */
export const shownExcerpt = rememberText((stored) => trimmed(displayExcerpt(stored)));

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** Text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const CHARACTERS = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));

/** The text that was escaped, for members that are shown escaped; plain text is left as it is. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#039);/g, (entity) => CHARACTERS.get(entity) ?? entity);
