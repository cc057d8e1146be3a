import { type Html, html } from '@almanac/pages';

const escaped = (term: string): string => term.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A text with the words of a search marked, whatever their case. */
export const marked = (text: string, terms: readonly string[]): Html => {
  const words = terms.filter((term) => term !== '');
  if (words.length === 0) return html`${text}`;
  const pieces = text.split(new RegExp(`(${words.map(escaped).join('|')})`, 'iu'));
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<mark>${piece}</mark>` : piece))}`;
};
