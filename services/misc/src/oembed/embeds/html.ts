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

/** Escapes plain text for HTML or XML, in elements and in quoted attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ENTITIES.get(mark) ?? mark);

/** Removes the elements of displayed HTML, such as a title. It keeps entities, so the result also fits attributes. */
export const inlineText = (html: string): string =>
  withoutMarkup(html).replaceAll(/[<>"']/g, (mark) => ENTITIES.get(mark) ?? mark);
