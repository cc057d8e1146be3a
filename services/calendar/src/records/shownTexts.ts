import { displayContent, displayExcerpt, displayTitle, trimmed } from '@almanac/content';

const MOST = 4_000;
const LONGEST = 20_000;

/** A pure function of texts that remembers what it made last of so many; long texts are made each time. */
const remembered = (make: (stored: string) => string): ((stored: string) => string) => {
  const made = new Map<string, string>();
  return (stored) => {
    const known = made.get(stored);
    if (known !== undefined) return known;
    const shown = make(stored);
    if (stored.length > LONGEST) return shown;
    made.set(stored, shown);
    const [oldest] = made.size > MOST ? made.keys() : [];
    if (oldest !== undefined) made.delete(oldest);
    return shown;
  };
};

/** A stored title or name as it is displayed. */
export const shownTitle = remembered(displayTitle);

/** A stored description as it is displayed. */
export const shownContent = remembered((stored) => trimmed(displayContent(stored)));

/** A stored excerpt as it is displayed; empty when there is none. */
export const shownExcerpt = remembered((stored) => trimmed(displayExcerpt(stored)));

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
