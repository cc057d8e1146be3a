import { XliffFault } from './fault.ts';
import { createReading, type ReadXliff, type XliffBounds } from './reading.ts';

/** What a file may have. */
export const XLIFF_BOUNDS: XliffBounds = { bytes: 5 * 1024 * 1024, depth: 64, elements: 300_000 };

const PIECE = 64 * 1024;

/**
 * Reads XLIFF 1.2 or 2.0. The first fault ends it with an `XliffFault` that says line and reason. Entities are those of XML
 * itself, since a DOCTYPE is refused; memory is bounded by the size of what is read.
 */
export const readXliff = (content: Uint8Array, bounds: XliffBounds = XLIFF_BOUNDS): ReadXliff => {
  if (content.length > bounds.bytes)
    throw new XliffFault('malformed', 0, `the file has more than ${bounds.bytes} bytes`);
  const { parser, refuse, finished } = createReading(bounds);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (piece: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(piece, { stream });
    } catch {
      return refuse('the file is not in UTF-8');
    }
  };
  for (let start = 0; start < content.length; start += PIECE) {
    parser.write(decode(content.subarray(start, start + PIECE), true));
  }
  parser.write(decode(new Uint8Array(), false)).close();
  return finished();
};
