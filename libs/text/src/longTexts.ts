import { LRUCache } from 'lru-cache';
import { type LongTextCall, runInThread } from './longTextThread.ts';

/** Length in characters from which a function of a text takes more than a few milliseconds. */
export const LONG_TEXT_LENGTH = 32_768;
const BYTES_PER_CHARACTER = 2;
/** Maximum size of the cached results, of all functions: the longest text that is allowed has 14 MB at most. */
const MAX_CACHE_BYTES = 33_554_432;

const cache = new LRUCache<string, string>({
  maxSize: MAX_CACHE_BYTES,
  sizeCalculation: (made, key) => (made.length + key.length) * BYTES_PER_CHARACTER,
});
const pending = new Map<string, Promise<void>>();

/** Maximum size of the texts whose numbers are known: the longest text that is stored has 13 MB. */
const MAX_NUMBERED_BYTES = 25_165_824;

const numbers = new LRUCache<string, number>({
  maxSize: MAX_NUMBERED_BYTES,
  sizeCalculation: (_number, text) => text.length * BYTES_PER_CHARACTER,
});
let lastNumber = 0;

/** Returns the number of a text, the same as long as the text is known. Its digest would take far longer. */
const numberOf = (text: string): number => {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(text, lastNumber);
  return lastNumber;
};

/** Returns the cache key of a call. */
const keyOf = (name: string, text: string, args: readonly unknown[]): string => {
  const given = args.filter((arg) => arg !== undefined);
  return `${name} ${JSON.stringify(given)} ${numberOf(text)}`;
};

/** A function of a text that caches its results for long texts. */
export interface LongTextFunction<Args extends readonly unknown[]> {
  (text: string, ...args: Args): string;
  /**
   * Computes and caches the result for a long text in another thread, so that the function returns it at once
   * afterwards; equal calls share the work. Does nothing for a short text.
   */
  prepare(text: string, ...args: Args): Promise<void>;
}

/**
 * Caches the results of a function for long texts, and lets another thread compute them.
 * @param name the name of the function in `longTextWorker.ts`
 */
export const forLongTexts = <Args extends readonly unknown[]>(
  name: string,
  make: (text: string, ...args: Args) => string,
  run: typeof runInThread = runInThread,
): LongTextFunction<Args> => {
  const makeNow = (text: string, ...args: Args): string => {
    if (text.length < LONG_TEXT_LENGTH) return make(text, ...args);
    const key = keyOf(name, text, args);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const made = make(text, ...args);
    cache.set(key, made);
    return made;
  };
  const begin = (key: string, call: LongTextCall): Promise<void> => {
    const running = run(call)
      .then((made) => void cache.set(key, made))
      .finally(() => pending.delete(key));
    pending.set(key, running);
    return running;
  };
  const prepare = async (text: string, ...args: Args): Promise<void> => {
    if (text.length < LONG_TEXT_LENGTH) return;
    const key = keyOf(name, text, args);
    if (cache.get(key) !== undefined) return;
    await (pending.get(key) ?? begin(key, { name, text, args }));
  };
  return Object.assign(makeNow, { prepare });
};
