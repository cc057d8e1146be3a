import { codes } from './entry.ts';

/** The ends of comments, CDATA sections and processing instructions; their content is skipped. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]);

const NO_NAME = 68;

/** Returns the code of a fault in a reference; undefined for a complete reference. */
const referenceFault = (text: string, at: number): number | undefined => {
  const reference = /&(?:#(x)?(?:[\da-fA-F]+)?|[A-Za-z_:][\w:.-]*)?(;)?/y;
  reference.lastIndex = at;
  const [whole = '', hexadecimal, end] = reference.exec(text) ?? [];
  const isNumber = whole.startsWith('&#');
  if (end !== undefined && /[\w]/.test(whole)) return undefined;
  if (isNumber && end !== undefined) return codes.disallowedCharacter;
  if (isNumber) return hexadecimal === undefined ? 7 : 6;
  return /[\w:]/.test(whole) ? 23 : NO_NAME;
};

/** Returns the first ampersand that begins no reference. The parser would search the rest of the text for its end. */
export const looseAmpersand = (text: string): { readonly at: number; readonly code: number } | undefined => {
  const marks = /&|<!--|<!\[CDATA\[|<\?/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const end = ENDS.get(mark[0]);
    const code = end === undefined ? referenceFault(text, mark.index) : undefined;
    if (code !== undefined) return { at: mark.index, code };
    if (end === undefined) continue;
    const ended = text.indexOf(end, marks.lastIndex);
    if (ended === -1) return undefined;
    marks.lastIndex = ended + end.length;
  }
  return undefined;
};

/** True if the last opening mark has no closing mark. */
const isLeftOpen = (text: string, open: string, close: string): boolean =>
  text.lastIndexOf(open) > text.lastIndexOf(close);

/**
 * Returns the code of the unfinished construct at the end of a text.
 * @param inTag true if the text surely ends within a tag
 */
const codeOfEnd = (text: string, inTag: boolean): number => {
  if (isLeftOpen(text, '<!--', '-->')) return 45;
  if (isLeftOpen(text, '<![CDATA[', ']]>')) return 63;
  if (!inTag && !isLeftOpen(text, '<', '>')) return 77;
  const tag = text.slice(text.lastIndexOf('<'));
  if (/^<\s*$|\/$/.test(tag)) return NO_NAME;
  if (/=\s*$/.test(tag)) return 39;
  return /=\s*(?:"[^"]*|'[^']*)$/.test(tag) ? 40 : 73;
};

/** The common codes of XML faults, by the parser's message and the text that it has read. */
const NUMBERS: readonly (readonly [RegExp, number | ((read: string) => number)])[] = [
  [/undefined entity/, 26],
  [/processing instruction name/, 65],
  [/malformed character entity/, codes.disallowedCharacter],
  [/unquoted attribute value/, 39],
  [/attribute without value/, 41],
  [/in attribute name/, (read) => (/\s.$/su.test(read) ? NO_NAME : 41)],
  [/duplicate attribute/, 42],
  [/no whitespace between attributes/, 65],
  [/in tag name/, (read) => (/[</].$/su.test(read) ? NO_NAME : 73)],
  [/forward-slash in opening tag/, (read) => (/["']\/.$/su.test(read) ? 65 : NO_NAME)],
  [/in closing tag/, 73],
  [/unexpected close tag|unmatched closing tag/, 76],
  [/malformed comment/, 80],
  [/is disallowed in char data/, 62],
  [/XML declaration must/, 64],
  [/version number must/, 108],
  [/may contain only one root/, 5],
  [/incorrect syntax/, NO_NAME],
  [/disallowed character/, (read) => (read.endsWith('<') ? 38 : codes.disallowedCharacter)],
];

/** Returns the start of the text after the document's last tag. The parser reports the end late. */
export const lastTextAt = (read: string): number => {
  const outside = read.slice(read.lastIndexOf('>', read.length - 2) + 1);
  return read.length - outside.trimStart().length;
};

/** A message of the parser, with the text that it has read. */
export interface ParserMessage {
  readonly message: string;
  readonly read: string;
  readonly hasRoot: boolean;
}

/** Returns the code of a fault; 0 for a fault without a code. */
export const codeOf = ({ message, read, hasRoot }: ParserMessage): number => {
  if (message.includes('text data outside of root node')) return hasRoot ? 5 : 4;
  if (message.includes('must contain a root element')) return isLeftOpen(read, '<', '>') ? codeOfEnd(read, true) : 4;
  if (!hasRoot && /closing tag|close tag/.test(message)) return NO_NAME;
  if (/unclosed tag|unexpected end/.test(message)) return codeOfEnd(read, message.includes('unexpected end'));
  const known = NUMBERS.find(([says]) => says.test(message))?.[1] ?? 0;
  return typeof known === 'number' ? known : known(read);
};
