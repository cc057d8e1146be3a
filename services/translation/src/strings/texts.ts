/** What no text of a string can have: characters that neither XML nor the files of gettext can hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NOT_TEXT = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu;

export const cleanText = (text: string): string => text.replace(NOT_TEXT, '');

/** A translation as it is kept; null for a blank one, which says nothing. */
export const filledText = (text: string): string | null => {
  const clean = cleanText(text);
  return clean.trim() === '' ? null : clean;
};

/**
 * A translation begins and ends with a line feed where its string does, and only there: `msgfmt` takes no file in which one
 * does not.
 */
export const withLineFeedsOf = (source: string, text: string): string => {
  const inner = text.replace(/^\n+/, '').replace(/\n+$/, '');
  if (inner === '') return text;
  const before = source.startsWith('\n') ? (/^\n+/.exec(text)?.[0] ?? '\n') : '';
  const after = source.endsWith('\n') ? (/\n+$/.exec(text)?.[0] ?? '\n') : '';
  return `${before}${inner}${after}`;
};
