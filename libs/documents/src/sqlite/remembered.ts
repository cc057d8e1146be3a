import { LRUCache } from 'lru-cache';

const LIMIT = 2_000;

interface Entry<Answer> {
  readonly answer: Answer;
  readonly changes: number;
}

/** Returns the cached answer if nothing has changed since; otherwise computes it. */
export type CachedRead<Answer> = (key: string, changes: number, make: () => Answer) => Answer;

/**
 * Creates a cache of answers by key, valid while a count of changes stays the same; drops the least recently used ones.
 */
export const createRemember = <Answer>(limit = LIMIT): CachedRead<Answer> => {
  const entries = new LRUCache<string, Entry<Answer>>({ max: limit });
  return (key, changes, make) => {
    const known = entries.get(key);
    if (known?.changes === changes) return known.answer;
    const answer = make();
    entries.set(key, { answer, changes });
    return answer;
  };
};
