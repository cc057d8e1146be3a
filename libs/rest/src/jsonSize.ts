/** Maximum entries of one list or object, maximum values in all, and maximum levels. */
const MAX_ENTRIES = 1_000;
const MAX_VALUES = 25_000;
const MAX_DEPTH = 100;

const byteOf = (character: string): number => character.charCodeAt(0);

const QUOTE = byteOf('"');
const BACKSLASH = byteOf('\\');
const COMMA = byteOf(',');
const SPACE = byteOf(' ');
const [LIST, LIST_END, OBJECT, OBJECT_END] = [byteOf('['), byteOf(']'), byteOf('{'), byteOf('}')];

const isBegin = (byte: number): boolean => byte === LIST || byte === OBJECT;
const isEnd = (byte: number): boolean => byte === LIST_END || byte === OBJECT_END;

/** Returns the position after a byte, or after the string that begins there. */
const positionAfter = (json: Uint8Array, begin: number): number => {
  let at = begin + 1;
  if (json[begin] !== QUOTE) return at;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
};

/** Counts an entry of the innermost list or object. @returns its entries so far */
const countEntry = (entries: number[]): number => {
  const count = (entries.pop() ?? 0) + 1;
  entries.push(count);
  return count;
};

/**
 * Returns the size of JSON without parsing it, in a few milliseconds for a megabyte: `deep` above 100 levels, `large` if
 * a list or object has more than 1,000 entries or all have more than 25,000. The size of text that is no JSON means
 * nothing.
 */
export const sizeOfJson = (json: Uint8Array): 'usual' | 'large' | 'deep' => {
  /** The entries of the lists and objects that are open. */
  const entries: number[] = [];
  let values = 0;
  let isNew = false;
  for (let at = 0; at < json.length; at = positionAfter(json, at)) {
    const byte = json[at] ?? SPACE;
    // other bytes below are line breaks and tabs
    if (byte <= SPACE) continue;
    if (byte === COMMA || (isNew && !isEnd(byte))) {
      values += 1;
      if (countEntry(entries) > MAX_ENTRIES || values > MAX_VALUES) return 'large';
    }
    isNew = isBegin(byte);
    if (isNew && entries.push(0) > MAX_DEPTH) return 'deep';
    if (isEnd(byte)) entries.pop();
  }
  return 'usual';
};
