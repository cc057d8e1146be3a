const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 12) || code === 0;

/** Removes blanks, tabs, line breaks and NUL at both ends; other white space (U+00A0, form feed) stays. */
export const trimmed = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return end - start === text.length ? text : text.slice(start, end);
};
