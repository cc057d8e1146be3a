import { createPause } from './inSlices.ts';
import { isObject } from './isObject.ts';
import { charactersOfView, jsonOfView } from './sharedViews.ts';

/** Minimum length of a chunk in characters, except the last. */
export const CHUNK_CHARACTERS = 65_536;

/** Number of records from which on a list may be long. */
const SEVERAL = 2;

const isSeveral = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length >= SEVERAL;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => isObject(value) && !('toJSON' in value);

/** True if a body is a list of several records, or an object with one as a member. */
export const hasRecords = (body: unknown): boolean =>
  isSeveral(body) || (isPlain(body) && Object.values(body).some(isSeveral));

/** True if the texts of a body are so long that its JSON is made in pieces. */
export const hasLongTexts = (body: unknown): boolean => charactersOfView(body) >= CHUNK_CHARACTERS;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Matches a character of two code units. */
const PAIR = /^[\ud800-\udbff][\udc00-\udfff]$/;

/** Makes the JSON of a long text in slices, of which none ends within a character. */
function* textPieces(text: string): Generator<string> {
  yield '"';
  for (let from = 0; from < text.length; ) {
    const end = from + CHUNK_CHARACTERS;
    const whole = text.slice(from, PAIR.test(text.slice(end - 1, end + 1)) ? end + 1 : end);
    yield JSON.stringify(whole).slice(1, -1);
    from += whole.length;
  }
  yield '"';
}

/** Makes the JSON of a value, in slices of a long text, and in the pieces of members that have long texts. */
function* pieces(value: unknown): Generator<string> {
  if (isText(value) && value.length > CHUNK_CHARACTERS) yield* textPieces(value);
  else if (isPlain(value) && hasLongTexts(value)) yield* memberPieces(value);
  else yield jsonOfView(value);
}

function* listPieces(records: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [index, record] of records.entries()) {
    if (index > 0) yield ',';
    yield* pieces(record);
  }
  yield ']';
}

function* memberPieces(body: Readonly<Record<string, unknown>>): Generator<string> {
  const members = Object.entries(body).filter(([, member]) => member !== undefined);
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    yield* isSeveral(member) ? listPieces(member) : pieces(member);
  }
  yield members.length === 0 ? '{}' : '}';
}

/** Makes the JSON of a list record by record, and of an object member by member. */
function* jsonPieces(body: unknown): Generator<string> {
  if (isSeveral(body)) yield* listPieces(body);
  else if (isPlain(body)) yield* memberPieces(body);
  else yield* pieces(body);
}

/**
 * Returns the JSON of a body with records or long texts as UTF-8, in chunks. Other requests are answered between two
 * pieces of long work.
 */
export const jsonChunks = async (body: unknown): Promise<Uint8Array[]> => {
  const pause = createPause();
  const chunks: Uint8Array[] = [];
  let text = '';
  for (const piece of jsonPieces(body)) {
    text += piece;
    if (text.length >= CHUNK_CHARACTERS) {
      chunks.push(Buffer.from(text));
      text = '';
    }
    // most pieces need none, and a promise for each would cost more than the piece
    const pausing = pause();
    if (pausing !== undefined) await pausing;
  }
  return [...chunks, Buffer.from(text)];
};
