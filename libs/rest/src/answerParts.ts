import { Readable } from 'node:stream';
import { createPause } from './inSlices.ts';

/**
 * The body of an answer that is made in parts, such as a generator: each part is made when the client has taken the
 * parts before it. If the client leaves, `return` ends the iterator, and no further part is made.
 */
export type AnswerParts = AsyncIterable<string | Uint8Array>;

export const isInParts = (body: unknown): body is AnswerParts =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body && !(body instanceof Readable);

/**
 * Makes the first part, so that its failure is answered as an error.
 * @returns all parts; other requests are answered between two of them
 */
export const beginParts = async (parts: AnswerParts): Promise<AnswerParts> => {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  const pause = createPause();
  const all = async function* () {
    try {
      for (let part = first; !part.done; part = await iterator.next()) {
        yield part.value;
        await pause();
      }
    } finally {
      await iterator.return?.();
    }
  };
  return all();
};
