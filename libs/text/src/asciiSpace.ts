/** White space as the filters know it: ASCII only, so that U+00A0 is a character (docs/interface/texts.md §4). */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Without white space at the end. */
export const withoutSpaceAfter = (text: string): string => {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** Where the white space that starts at `at` ends. */
export const afterSpace = (text: string, at: number): number => {
  let end = at;
  while (end < text.length && isSpace(text.charCodeAt(end))) end += 1;
  return end;
};
