import { createPause } from './inSlices.ts';
import { isObject } from './isObject.ts';
import { jsonOfView } from './sharedViews.ts';

/** Minimum length of a chunk in characters, except the last. */
const CHUNK_CHARACTERS = 65_536;

/** Number of records from which on a list may be long. */
const SEVERAL = 2;

const isSeveral = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length >= SEVERAL;

/** True if a body is a list of several records, or an object with one as a member. */
export const hasRecords = (body: unknown): boolean =>
  isSeveral(body) || (isObject(body) && !('toJSON' in body) && Object.values(body).some(isSeveral));

function* listPieces(records: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [index, record] of records.entries()) yield `${index === 0 ? '' : ','}${jsonOfView(record)}`;
  yield ']';
}

/** Makes the JSON of a list record by record, and of an object member by member. */
function* jsonPieces(body: unknown): Generator<string> {
  if (!isObject(body)) {
    yield* isSeveral(body) ? listPieces(body) : [jsonOfView(body)];
    return;
  }
  const members = Object.entries(body).filter(([, member]) => member !== undefined);
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    yield* isSeveral(member) ? listPieces(member) : [jsonOfView(member)];
  }
  yield '}';
}

/**
 * Returns the JSON of a body with records as UTF-8, in chunks. Other requests are answered between two pieces of long
 * work.
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
    await pause();
  }
  return [...chunks, Buffer.from(text)];
};
