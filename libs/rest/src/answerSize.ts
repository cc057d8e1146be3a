import { AsyncLocalStorage } from 'node:async_hooks';
import { CharacterLimit, withinReadLimit } from '@almanac/documents';
import { isObject } from './isObject.ts';

/** Default of `ANSWER_CHARACTERS`: some more than a page of ten of the longest records. */
const DEFAULT_CHARACTERS = 16_777_216;

/** Views have stored texts and displayed ones in the context `edit`. */
const VIEWS_PER_READ = 2;

// services refuse a text that is no number at their start
const maximum = Number(process.env.ANSWER_CHARACTERS) || DEFAULT_CHARACTERS;

/** The characters of one answer: those of the documents that it is made from, and those of the views in it. */
export interface AnswerSize {
  readonly read: CharacterLimit;
  readonly views: CharacterLimit;
}

export const createAnswerSize = (characters = maximum): AnswerSize => ({
  read: new CharacterLimit(characters),
  views: new CharacterLimit(characters * VIEWS_PER_READ),
});

const bounded = new AsyncLocalStorage<AnswerSize>();

/**
 * Runs work that makes an answer, or a part of one.
 * @throws TooMuchReadError from a read of documents, or a view, that exceeds the size
 */
export const withinAnswerSize = <Result>(size: AnswerSize, work: () => Result): Result =>
  bounded.run(size, () => withinReadLimit(size.read, work));

/** Returns the number of characters of all texts in a value. */
export const charactersOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + charactersOf(each), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + charactersOf(each), 0);
};

/** Counts the characters of a view for the answer that the code makes. @throws TooMuchReadError */
export const countCharacters = (characters: () => number): void => {
  const size = bounded.getStore();
  size?.views.count(characters());
};
