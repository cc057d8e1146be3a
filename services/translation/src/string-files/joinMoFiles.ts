import { setImmediate as breathe } from 'node:timers/promises';
import { inSlices } from '@almanac/rest';

/** A text and its translation in a MO file. */
interface Row {
  readonly original: Buffer;
  readonly translation: Buffer;
}

/** The offsets in the head of a MO file: the number of texts, and the starts of both tables. */
export const [COUNT, ORIGINALS, TRANSLATIONS] = [8, 12, 16];
export const HEAD = 28;
/** The bytes of a table row: the length of a text and its offset. */
export const ROW = 8;
const MAGIC = 0x950412de;

/** The number of rows between two pauses for other requests. */
const AT_ONCE = 4_000;

const textAt = (file: Buffer, row: number): Buffer => {
  const [length, at] = [file.readUInt32LE(row), file.readUInt32LE(row + 4)];
  return file.subarray(at, at + length);
};

/** Compares rows by bytes, as readers of the file do. The library compares characters, which differs beyond U+FFFF. */
const inOrder = (one: Row, other: Row): number => Buffer.compare(one.original, other.original);

const rowsOf = (file: Buffer): Row[] => {
  const [originals, translations] = [file.readUInt32LE(ORIGINALS), file.readUInt32LE(TRANSLATIONS)];
  return Array.from({ length: file.readUInt32LE(COUNT) }, (_, index) => ({
    original: textAt(file, originals + index * ROW),
    translation: textAt(file, translations + index * ROW),
  })).toSorted(inOrder);
};

const merged = async (one: readonly Row[], other: readonly Row[]): Promise<Row[]> => {
  const rows: Row[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    const [first, second] = [one[left], other[right]];
    if (first !== undefined && (second === undefined || inOrder(first, second) <= 0)) {
      rows.push(first);
      left += 1;
    } else if (second !== undefined) {
      rows.push(second);
      right += 1;
    } else return rows;
    if (rows.length % AT_ONCE === 0) await breathe();
  }
};

/** Merges lists in pairs, so that each row is compared only a few times. */
const sorted = async (lists: readonly (readonly Row[])[]): Promise<readonly Row[]> => {
  if (lists.length <= 1) return lists[0] ?? [];
  const middle = lists.length >> 1;
  return merged(await sorted(lists.slice(0, middle)), await sorted(lists.slice(middle)));
};

const written = async (rows: readonly Row[]): Promise<Buffer> => {
  const [originals, translations] = [HEAD, HEAD + rows.length * ROW];
  const texts = translations + rows.length * ROW;
  // Each text ends with a zero byte.
  const size = rows.reduce((sum, { original, translation }) => sum + original.length + translation.length + 2, texts);
  const file = Buffer.alloc(size);
  const head = [MAGIC, 0, rows.length, originals, translations, 0, texts];
  for (const [index, number] of head.entries()) file.writeUInt32LE(number, index * 4);
  let [row, at] = [originals, texts];
  const put = (text: Buffer): void => {
    file.writeUInt32LE(text.length, row);
    file.writeUInt32LE(at, row + 4);
    text.copy(file, at);
    row += ROW;
    at += text.length + 1;
  };
  await inSlices(rows, AT_ONCE, (slice) => {
    for (const { original } of slice) put(original);
  });
  await inSlices(rows, AT_ONCE, (slice) => {
    for (const { translation } of slice) put(translation);
  });
  return file;
};

/**
 * Joins MO files of `gettext-parser` into one, because the library compiles a whole file without a pause. Their headers
 * are the same, and no other text is in two files. Other requests are answered between the steps.
 */
export const joinMoFiles = async (files: readonly Buffer[]): Promise<Buffer> => {
  const lists = (await inSlices(files, 1, (slice) => slice.map(rowsOf))).flat();
  return written(await sorted(lists.map((rows, index) => (index === 0 ? rows : rows.slice(1)))));
};
