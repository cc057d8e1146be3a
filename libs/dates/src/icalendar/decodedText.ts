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
 * line that is not UTF-8 is decoded as that. Characters that a fold of iCalendar divides are put together.
 * @param start the first 512 bytes
 */
export const decodeCalendar = (bytes: Bytes, start: Buffer): DecodedText => {
  const wide = wideEncoding(start);
  if (wide !== undefined)
    return { source: () => decodedAs(bytes, wide), note: () => `the file is in ${wide.toUpperCase()}` };
  let foreign = { first: 0, count: 0 };
  return {
    source: () => {
      foreign = { first: 0, count: 0 };
      return decodedLines(bytes, (line) => {
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

async function* decodedLines(content: Bytes, onForeign: (line: number) => void): AsyncGenerator<string> {
  let carried = Buffer.alloc(0);
  let line = 1;
  const decode = (bytes: Buffer): string => {
    const text = decodeLines(bytes, (index) => onForeign(line + index));
    line += text.split('\n').length - 1;
    return text;
  };
  for await (const bytes of content()) {
    const piece = Buffer.concat([carried, bytes]);
    const end = piece.length > MAX_PIECE_BYTES ? piece.length : endOfLines(piece);
    carried = piece.subarray(end);
    if (end > 0) yield decode(piece.subarray(0, end));
  }
  if (carried.length > 0) yield decode(carried);
}

/** Returns the end of the last line that no fold continues, as far as the bytes show; 0 if there is none. */
const endOfLines = (bytes: Buffer): number => {
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

/** Decodes whole lines. @param onForeign called with the index of each line that is not UTF-8 */
const decodeLines = (bytes: Buffer, onForeign: (index: number) => void): string =>
  decodeStrictly(bytes) ??
  // A character that a fold divides is moved before the fold.
  bytes
    .toString('latin1')
    .replaceAll(/([\xc2-\xf4][\x80-\xbf]?[\x80-\xbf]?)(\r?\n[ \t])([\x80-\xbf]{1,3})/g, '$1$3$2')
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
