/** Characters that no text of a string may have, since neither XML nor gettext files can represent them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NOT_TEXT = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu;

export const cleanText = (text: string): string => text.replace(NOT_TEXT, '');

/** Returns a translation as it is stored; null for a blank one. */
export const textOrNull = (text: string): string | null => {
  const clean = cleanText(text);
  return clean.trim() === '' ? null : clean;
};

/**
 * Gives a translation a line feed at its start and end exactly where its string has one. `msgfmt` refuses files in
 * which they differ.
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
