import { Readable } from 'node:stream';
import { createPause } from './inSlices.ts';

/**
 * The body of an answer that is made in parts, such as a generator: each part is made when the client has taken the
 * parts before it. If the client leaves, `return` ends the iterator, and no further part is made.
 */
export type AnswerParts = AsyncIterable<string | Uint8Array>;

export const isInParts = (body: unknown): body is AnswerParts =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body && !(body instanceof Readable);

/** Returns parts that begin with one that is already made; other requests are answered between two of them. */
export async function* continueParts<Part>(
  begun: IteratorResult<Part, unknown>,
  iterator: AsyncIterator<Part, unknown>,
): AsyncGenerator<Part> {
  const pause = createPause();
  try {
    for (let part = begun; !part.done; part = await iterator.next()) {
      yield part.value;
      await pause();
    }
  } finally {
    await iterator.return?.();
  }
}

/** Makes the first part, so that its failure is answered as an error; returns all parts. */
export const beginParts = async (parts: AnswerParts): Promise<AnswerParts> => {
  const iterator = parts[Symbol.asyncIterator]();
  return continueParts(await iterator.next(), iterator);
};
