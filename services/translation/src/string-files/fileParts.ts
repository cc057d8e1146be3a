import { setImmediate as breathe } from 'node:timers/promises';

/** A file in pieces: its head, its entries, and its tail. */
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

/** The limit of bytes of entries in a part. An import accepts a whole part, even encoded as JSON or base64. */
const MAX_PART_BYTES = 3 * 1024 * 1024;
/** The number of bytes between two pauses for other requests. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Returns one part of a file that may exceed the limit of an import; each part is a complete file.
 * @param asked counts from 1
 * @returns undefined for a missing part
 */
export const partOfFile = async ({ head, entries, tail }: FilePieces, asked: number): Promise<FilePart | undefined> => {
  const own: string[] = [];
  let [part, size, count, since] = [1, 0, 0, 0];
  for (const entry of entries) {
    const bytes = Buffer.byteLength(entry);
    if (size > 0 && size + bytes > MAX_PART_BYTES) {
      part += 1;
      size = 0;
    }
    size += bytes;
    count += 1;
    if (part === asked) own.push(entry);
    since += bytes;
    if (since > CHUNK_BYTES) {
      since = 0;
      await breathe();
    }
  }
  return asked > part ? undefined : { text: head + own.join('') + tail, parts: part, entries: count };
};
