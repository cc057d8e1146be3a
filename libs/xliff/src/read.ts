import { setImmediate as breathe } from 'node:timers/promises';
import { XliffFault } from './fault.ts';
import { createReading, type ReadXliff, type XliffBounds } from './reading.ts';

/** Default limits of a file. */
export const XLIFF_BOUNDS: XliffBounds = { bytes: 5 * 1024 * 1024, depth: 64, elements: 300_000 };

const CHUNK_LENGTH = 64 * 1024;

/** Reads a file in pieces; yields between two pieces. */
function* readPieces(content: Uint8Array, bounds: XliffBounds): Generator<void, ReadXliff> {
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
  for (let start = 0; start < content.length; start += CHUNK_LENGTH) {
    if (start > 0) yield;
    parser.write(decode(content.subarray(start, start + CHUNK_LENGTH), true));
  }
  parser.write(decode(new Uint8Array(), false)).close();
  return finished();
}

/**
 * Reads XLIFF 1.2 or 2.0.
 * Only XML's own entities occur, since a DOCTYPE is refused; memory is limited by the size of the file.
 * @throws XliffFault with line and reason of the first fault
 */
export const readXliff = (content: Uint8Array, bounds: XliffBounds = XLIFF_BOUNDS): ReadXliff => {
  const reading = readPieces(content, bounds);
  let step = reading.next();
  while (!step.done) step = reading.next();
  return step.value;
};

/** Reads XLIFF like `readXliff`, but yields to the event loop between two pieces. */
export const readXliffInTurns = async (content: Uint8Array, bounds: XliffBounds = XLIFF_BOUNDS): Promise<ReadXliff> => {
  const reading = readPieces(content, bounds);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return step.value;
    await breathe();
  }
};
