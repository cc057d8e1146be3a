import { displayTitle, typographic } from '@almanac/content';

/** A stored title or name as it is displayed. */
export const shownTitle = (stored: string): string => displayTitle(stored);

/** A stored description as it is displayed. */
export const shownContent = (stored: string): string =>
  stored.trim() === '' ? '' : `<p>${typographic(stored).trim()}</p>`;

/** A stored excerpt as it is displayed; empty when there is none. */
export const shownExcerpt = shownContent;

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
