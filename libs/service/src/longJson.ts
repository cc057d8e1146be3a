import { createPause, hasLongTexts, jsonChunks } from '@almanac/rest';

/** Length of a JSON text in characters from which it is parsed in pieces. A shorter one takes a few milliseconds. */
const LONG_CHARACTERS = 1_048_576;

/** Number of characters that are looked at between two pauses. */
const LOOKED_AT_ONCE = 65_536;

/** Depth of the lists and objects that are parsed alone: the records of a list that is a member of the whole. */
const RECORD_DEPTH = 2;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The records of a JSON text, and the text with a list of its number in the place of each. */
interface DividedJson {
  readonly records: readonly string[];
  readonly rest: string;
}

/** Returns the place of the quotation mark that ends a text. */
const endOfText = (json: string, start: number): number => {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
};

const divide = async (json: string): Promise<DividedJson> => {
  const pause = createPause();
  const records: string[] = [];
  let [rest, begun, copied, depth, next] = ['', 0, 0, 0, 0];
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      if (depth === RECORD_DEPTH) begun = at;
      depth++;
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) {
      depth--;
      if (depth !== RECORD_DEPTH) continue;
      rest += `${json.slice(copied, begun)}[${records.length}]`;
      records.push(json.slice(begun, at + 1));
      copied = at + 1;
    }
    if (at < next) continue;
    await pause();
    next = at + LOOKED_AT_ONCE;
  }
  return { records, rest: rest + json.slice(copied) };
};

/** Replaces the lists of numbers at the depth of records. */
const putBack = (whole: unknown, records: readonly unknown[]): unknown => {
  const parts = isContainer(whole) ? Object.values(whole).filter(isContainer) : [];
  for (const part of parts) {
    for (const [name, number] of Object.entries(part)) {
      if (!Array.isArray(number)) continue;
      // an assignment to `__proto__` would add no member
      const member = { value: records[number[0]], configurable: true, enumerable: true, writable: true };
      Object.defineProperty(part, name, member);
    }
  }
  return whole;
};

/**
 * Parses JSON of another service. A long one is parsed record by record, and other requests are answered between two of
 * them.
 * @throws SyntaxError
 */
export const parseJson = async (text: string): Promise<unknown> => {
  if (text.length < LONG_CHARACTERS) return JSON.parse(text);
  const { records, rest } = await divide(text);
  const pause = createPause();
  const parsed: unknown[] = [];
  for (const record of records) {
    await pause();
    parsed.push(JSON.parse(record));
  }
  return putBack(JSON.parse(rest), parsed);
};

/** Makes the JSON of a body. Other requests are answered between two pieces of a long one. */
export const serializeJson = async (body: unknown): Promise<string | Uint8Array> =>
  hasLongTexts(body) ? Buffer.concat(await jsonChunks(body)) : JSON.stringify(body);
