import { withoutMarkup } from '@almanac/text';
import { decodeHTML } from 'entities';
import { Html } from './html.ts';

const MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }),
);

/** Removes markup from a displayed title or name and keeps its entities, for headings, links and attributes. */
export const inline = (displayed: string): Html =>
  new Html(withoutMarkup(displayed).replace(/[<>"']/g, (mark) => MARKS.get(mark) ?? mark));

/** Converts displayed HTML to text without markup and entities; each run of blanks and breaks becomes one blank. */
export const plain = (displayed: string): string => decodeHTML(withoutMarkup(displayed)).replace(/\s+/g, ' ').trim();

/** Returns the first words of displayed HTML, for descriptions in search results and shared links. */
export const summary = (displayed: string, longest = 160): string => {
  const text = plain(displayed);
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : longest)}…`;
};

/** Returns an address that users gave, if it is an http(s) address. */
export const webAddress = (given: string): string | undefined =>
  /^https?:\/\//i.test(given) && URL.canParse(given) ? given : undefined;

const BREAK = /<br\s*\/?>\n?/gi;
const END_OF_BLOCK = /<\/(?:p|div|li|h[1-6]|blockquote|pre|tr|figcaption|dd|dt)>\s*/gi;

/** Converts displayed HTML to text of several lines. */
export const plainLines = (displayed: string): string =>
  decodeHTML(withoutMarkup(displayed.replace(BREAK, '\n').replace(END_OF_BLOCK, '\n\n')))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
