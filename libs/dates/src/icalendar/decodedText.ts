import { wideEncoding } from '@almanac/i18n';
import type { Source } from '@almanac/text/lines';

/** The bytes of a file in pieces; each call starts at its beginning. */
export type Bytes = () => AsyncIterable<Buffer> | Iterable<Buffer>;

/** A text file in an encoding that its bytes tell. */
export interface DecodedText {
  readonly source: Source;
  /** Describes what was not UTF-8, once the source has been read; undefined if all was. */
  note(): string | undefined;
}

const LINE_FEED = 0x0a;
/** A piece without line ends above this size is decoded as it is. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Decodes a text file in UTF-8, UTF-16 (by its byte order mark or its zero bytes), or with lines in Windows-1252: each
 * line that is not UTF-8 is decoded as that.
 * @param start the first 512 bytes
 */
export const decodeText = (bytes: Bytes, start: Buffer): DecodedText => decoded(bytes, start, endOfLines);

/** Decodes a calendar as `decodeText` does, and puts characters together that a fold of iCalendar divides. */
export const decodeCalendar = (bytes: Bytes, start: Buffer): DecodedText => decoded(bytes, start, endOfFoldedLines);

/** Returns the end of the last whole line of a piece; 0 if it has none. */
type EndOfLines = (bytes: Buffer) => number;

const decoded = (bytes: Bytes, start: Buffer, endOf: EndOfLines): DecodedText => {
  const wide = wideEncoding(start);
  if (wide !== undefined)
    return { source: () => decodedAs(bytes, wide), note: () => `the file is in ${wide.toUpperCase()}` };
  let foreign = { first: 0, count: 0 };
  return {
    source: () => {
      foreign = { first: 0, count: 0 };
      return decodedLines(bytes, endOf, (line) => {
        foreign = { first: foreign.first || line, count: foreign.count + 1 };
      });
    },
    note: () =>
      foreign.count === 0
        ? undefined
        : `${foreign.count} lines are not UTF-8, the first is line ${foreign.first}; they were read as Windows-1252`,
  };
};

/** Decodes a file of any size. */
export async function* decodedAs(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function* decodedLines(
  content: Bytes,
  endOf: EndOfLines,
  onForeign: (line: number) => void,
): AsyncGenerator<string> {
  let carried = Buffer.alloc(0);
  let line = 1;
  const decode = (bytes: Buffer): string => {
    const text = decodeLines(bytes, (index) => onForeign(line + index));
    line += text.split('\n').length - 1;
    return text;
  };
  for await (const bytes of content()) {
    const piece = Buffer.concat([carried, bytes]);
    const whole = endOf(piece);
    const end = whole === 0 && piece.length > MAX_PIECE_BYTES ? endOfCharacters(piece) : whole;
    carried = piece.subarray(end);
    if (end > 0) yield decode(piece.subarray(0, end));
  }
  if (carried.length > 0) yield decode(carried);
}

const endOfLines: EndOfLines = (bytes) => bytes.lastIndexOf(LINE_FEED) + 1;

/** Returns the begin of a character of UTF-8 that the end of the bytes may cut; their end if they end with ASCII. */
const endOfCharacters = (bytes: Buffer): number => {
  const { length } = bytes;
  for (let at = length - 1; at >= length - 4; at--) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) return at;
  }
  return length;
};

/** Returns the end of the last line that no fold continues, as far as the bytes show; 0 if there is none. */
const endOfFoldedLines: EndOfLines = (bytes) => {
  let at = bytes.length;
  for (;;) {
    at = at <= 0 ? -1 : bytes.lastIndexOf(LINE_FEED, at - 1);
    if (at < 0) return 0;
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0x20 && next !== 0x09) return at + 1;
  }
};

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows = new TextDecoder('windows-1252');

/** Finds the first folds within a character of UTF-8, whose bytes are characters here. */
const DIVIDED = /([\xc2-\xf4][\x80-\xbf]{0,2})((?:\r?\n[ \t])+)([\x80-\xbf]{1,3})/g;
/** A character has up to four bytes. */
const MAX_DIVISIONS = 3;

/** Moves characters that folds divide before these. */
const withWholeCharacters = (text: string): string => {
  let whole = text;
  for (let pass = 0; pass < MAX_DIVISIONS; pass++) whole = whole.replaceAll(DIVIDED, '$1$3$2');
  return whole;
};

/** Decodes whole lines. @param onForeign called with the index of each line that is not UTF-8 */
const decodeLines = (bytes: Buffer, onForeign: (index: number) => void): string =>
  decodeStrictly(bytes) ??
  withWholeCharacters(bytes.toString('latin1'))
    .split('\n')
    .map((text, index) => {
      const line = Buffer.from(text, 'latin1');
      const decoded = decodeStrictly(line);
      if (decoded === undefined) onForeign(index);
      return decoded ?? windows.decode(line);
    })
    .join('\n');

const decodeStrictly = (bytes: Buffer): string | undefined => {
  try {
    return strict.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
};
