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
  const start = text.search(/[^\n]/);
  if (start === -1) return text;
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  const before = source.startsWith('\n') ? text.slice(0, start) || '\n' : '';
  const after = source.endsWith('\n') ? text.slice(end) || '\n' : '';
  return `${before}${text.slice(start, end)}${after}`;
};
