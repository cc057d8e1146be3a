import { createHash } from 'node:crypto';
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

/** Returns the cache key of a call; `utf16le` keeps unpaired surrogates apart. */
const keyOf = (name: string, text: string, args: readonly unknown[]): string => {
  const given = args.filter((arg) => arg !== undefined);
  return `${name} ${JSON.stringify(given)} ${createHash('sha256').update(text, 'utf16le').digest('base64url')}`;
};

/** A function of a text that caches its results for long texts by digest. */
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
