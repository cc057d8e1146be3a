import { isObject } from '@almanac/rest';
import { plainText } from '@almanac/text';

interface Footnote {
  readonly id: string;
  readonly content: string;
}

const isFootnote = (value: unknown): value is Footnote =>
  isObject(value) && typeof value.id === 'string' && typeof value.content === 'string';

/**
 * Cleans footnotes, a JSON list, of callers who may not write HTML: only their text stays; empty if the JSON is
 * invalid.
 */
export const cleanFootnotes = (json: string): string => {
  const notes = parseFootnotes(json);
  if (notes === undefined) return '';
  return JSON.stringify(
    notes.filter(isFootnote).map(({ id, content }) => ({ id: plainText(id), content: plainText(content) })),
  );
};

const parseFootnotes = (json: string): unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
