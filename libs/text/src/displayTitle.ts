import { AMPERSAND } from './entities.ts';
import { trimmed } from './trimmed.ts';
import { typographic } from './typographic.ts';

/** The ampersand filter (docs/interface/texts.md §1): it recognises fewer entities than the typographic one. */
export const escapeAmpersands = (text: string): string =>
  text.includes('&') ? text.replace(/&(?!#|[a-z][a-z1-4]{1,8};)/gi, AMPERSAND) : text;

/** Returns a stored title, or a venue's or organizer's name, as HTML for display (docs/interface/texts.md §1, §3). */
export const displayTitle = (stored: string): string => trimmed(escapeAmpersands(typographic(stored)));
