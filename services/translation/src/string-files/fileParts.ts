import { setImmediate as breathe } from 'node:timers/promises';

/** A file as it is written: what stands before its entries, each of them, and what stands after. */
export interface FilePieces {
  readonly head: string;
  readonly entries: Iterable<string>;
  readonly tail: string;
}

export interface FilePart {
  readonly text: string;
  readonly parts: number;
  readonly entries: number;
}

/** Bytes of entries in a part: an import takes it whole, with room for what JSON or base64 makes of it. */
const LARGEST_PART = 3 * 1024 * 1024;
/** Bytes between two turns of others. */
const PIECE = 64 * 1024;

/**
 * One part of a file that may be larger than an import takes; each is a file of its own.
 * @param asked counts from 1
 * @returns undefined for a part that there is not
 */
export const partOfFile = async ({ head, entries, tail }: FilePieces, asked: number): Promise<FilePart | undefined> => {
  const own: string[] = [];
  let [part, size, count, since] = [1, 0, 0, 0];
  for (const entry of entries) {
    const bytes = Buffer.byteLength(entry);
    if (size > 0 && size + bytes > LARGEST_PART) {
      part += 1;
      size = 0;
    }
    size += bytes;
    count += 1;
    if (part === asked) own.push(entry);
    since += bytes;
    if (since > PIECE) {
      since = 0;
      await breathe();
    }
  }
  return asked > part ? undefined : { text: head + own.join('') + tail, parts: part, entries: count };
};
