import { decodedText, normalizedText } from '@almanac/text';

const compared = (path: string): string => normalizedText(decodedText(path)).replace(/(?<!\/)\/+$/, '');

/** True if a text starts with the first part, ends with the last, and contains the others in order between. */
const fits = (text: string, parts: readonly string[]): boolean => {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of others) {
    const found = text.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return from <= text.length - last.length;
};

/**
 * True if a pattern matches a path (docs/interface/popup.md §3): `*` is any run of characters, the rest is literal.
 * A slash at the end makes no difference.
 */
export const fitsPath = (pattern: string, path: string): boolean => fits(compared(path), compared(pattern).split('*'));
