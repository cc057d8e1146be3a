import { setImmediate as breathe } from 'node:timers/promises';
import { XliffFault } from './fault.ts';
import { createReading, type ReadXliff, type XliffBounds } from './reading.ts';

/** What a file may have. */
export const XLIFF_BOUNDS: XliffBounds = { bytes: 5 * 1024 * 1024, depth: 64, elements: 300_000 };

const PIECE = 64 * 1024;

/** Stops between two pieces. */
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
  for (let start = 0; start < content.length; start += PIECE) {
    if (start > 0) yield;
    parser.write(decode(content.subarray(start, start + PIECE), true));
  }
  parser.write(decode(new Uint8Array(), false)).close();
  return finished();
}

/**
 * Reads XLIFF 1.2 or 2.0. The first fault ends it with an `XliffFault` that says line and reason. Entities are those of XML
 * itself, since a DOCTYPE is refused; memory is bounded by the size of what is read.
 */
export const readXliff = (content: Uint8Array, bounds: XliffBounds = XLIFF_BOUNDS): ReadXliff => {
  const reading = readPieces(content, bounds);
  let step = reading.next();
  while (!step.done) step = reading.next();
  return step.value;
};

/** The same in a process that serves others meanwhile: they have their turn between two pieces. */
export const readXliffInTurns = async (content: Uint8Array, bounds: XliffBounds = XLIFF_BOUNDS): Promise<ReadXliff> => {
  const reading = readPieces(content, bounds);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return step.value;
    await breathe();
  }
};
