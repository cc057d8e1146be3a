import { setImmediate as breathe } from 'node:timers/promises';
import { strictDecoder, xmlEncoding } from '@almanac/i18n';
import { XliffFault } from './fault.ts';
import { createReading, type ReadXliff, type XliffBounds } from './reading.ts';

/** Default limits of a file. */
export const XLIFF_BOUNDS: XliffBounds = { bytes: 5 * 1024 * 1024, depth: 64, elements: 300_000 };

interface ReadOptions {
  readonly bounds?: XliffBounds;
  /**
   * True to keep codes without markup (`<g>` of 1.2, `<pc>` of 2.0), which `matchXliff` replaces by the tags of the
   * job's source; false to refuse the file.
   */
  readonly areCodesKept?: boolean;
}

const CHUNK_LENGTH = 64 * 1024;

/** Matches a declaration behind blank lines, which XML does not allow; the text is decoded when it is removed. */
const LATE_DECLARATION = /^(\s+)<\?xml\s[^>]*\?>/;

/** Reads a file in pieces; yields between two pieces. */
function* readPieces(
  file: Uint8Array | string,
  { bounds = XLIFF_BOUNDS, areCodesKept = false }: ReadOptions,
): Generator<void, ReadXliff> {
  const [content, encoding] = typeof file === 'string' ? [Buffer.from(file), 'utf-8'] : [file, xmlEncoding(file)];
  if (content.length > bounds.bytes)
    throw new XliffFault('malformed', 0, `the file has more than ${bounds.bytes} bytes`);
  const { parser, refuse, finished } = createReading(bounds, areCodesKept);
  const decoder = strictDecoder(encoding) ?? refuse(`its encoding “${encoding}” is unknown; save it in UTF-8`);
  const decode = (piece: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(piece, { stream });
    } catch {
      return refuse(`the file is not in ${encoding.toUpperCase()}`);
    }
  };
  for (let start = 0; start < content.length; start += CHUNK_LENGTH) {
    if (start > 0) yield;
    const text = decode(content.subarray(start, start + CHUNK_LENGTH), true);
    parser.write(start > 0 ? text : text.replace(LATE_DECLARATION, '$1'));
  }
  parser.write(decode(new Uint8Array(), false)).close();
  return finished();
}

/**
 * Reads XLIFF 1.2, or 2.0 to 2.2, in the encoding that its bytes or its declaration show. A string is decoded already.
 * Only XML's own entities occur, since a DOCTYPE is refused; memory is limited by the size of the file.
 * @throws XliffFault with line and reason of the first fault
 */
export const readXliff = (content: Uint8Array | string, options: ReadOptions = {}): ReadXliff => {
  const reading = readPieces(content, options);
  let step = reading.next();
  while (!step.done) step = reading.next();
  return step.value;
};

/** Reads XLIFF like `readXliff`, but yields to the event loop between two pieces. */
export const readXliffInTurns = async (content: Uint8Array | string, options: ReadOptions = {}): Promise<ReadXliff> => {
  const reading = readPieces(content, options);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return step.value;
    await breathe();
  }
};
