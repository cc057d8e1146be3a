import { AsyncLocalStorage } from 'node:async_hooks';
import { TooMuchReadError } from './errors.ts';

/** Length of a text in characters from which leaving it out is worth a count of its JSON. */
const MIN_OMITTED_LENGTH = 1_024;

/** A maximum number of characters, such as those that one answer may be made from, and their count so far. */
export class CharacterLimit {
  readonly maximum: number;
  #count = 0;

  constructor(maximum: number) {
    this.maximum = maximum;
  }

  /** @throws TooMuchReadError if the sum of all calls exceeds the maximum */
  count(characters: number): void {
    this.#count += characters;
    if (this.#count > this.maximum) throw new TooMuchReadError(this.maximum);
  }
}

const ofWork = new AsyncLocalStorage<CharacterLimit>();

/**
 * Runs work in which `find` and `getMany` read documents only up to a limit; other reads are not counted.
 * @throws TooMuchReadError from the read that exceeds the limit
 */
export const withinReadLimit = <Result>(limit: CharacterLimit, work: () => Result): Result => ofWork.run(limit, work);

/** Returns the limit of the work on whose behalf the code runs; undefined without one. */
export const readLimit = (): CharacterLimit | undefined => ofWork.getStore();

/** A parsed body, and the characters of its JSON that were kept. */
export interface ParsedBody<Body> {
  readonly body: Body;
  readonly characters: number;
}

/** Parses a stored body. Texts of the members `without` are empty in the result, and do not count. */
export const parseBody = <Body>(json: string, without: readonly string[] = []): ParsedBody<Body> => {
  const body = JSON.parse(json);
  let characters = json.length;
  for (const member of without) {
    const text: unknown = body[member];
    if (typeof text !== 'string' || text.length < MIN_OMITTED_LENGTH) continue;
    characters -= JSON.stringify(text).length;
    body[member] = '';
  }
  return { body, characters };
};
