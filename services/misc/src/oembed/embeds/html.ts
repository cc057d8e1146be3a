import { withoutMarkup } from '@almanac/text';

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#039;',
  }),
);

/** Plain text as HTML or XML, in elements and in quoted attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ENTITIES.get(mark) ?? mark);

/** Displayed HTML, such as a title, without its elements: its entities stand, so it fits into attributes too. */
export const inlineText = (html: string): string =>
  withoutMarkup(html).replaceAll(/[<>"']/g, (mark) => ENTITIES.get(mark) ?? mark);
