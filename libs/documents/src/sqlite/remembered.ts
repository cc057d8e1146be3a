import { LRUCache } from 'lru-cache';

const LIMIT = 2_000;

interface Entry<Answer> {
  readonly answer: Answer;
  readonly changes: number;
}

/** Answers what is remembered if nothing has changed since, else makes it. */
export type Remember<Answer> = (key: string, changes: number, make: () => Answer) => Answer;

/**
 * Remembers answers by key while a count of changes stays the same; beyond a limit the least recently used are dropped.
 */
export const createRemember = <Answer>(limit = LIMIT): Remember<Answer> => {
  const entries = new LRUCache<string, Entry<Answer>>({ max: limit });
  return (key, changes, make) => {
    const known = entries.get(key);
    if (known?.changes === changes) return known.answer;
    const answer = make();
    entries.set(key, { answer, changes });
    return answer;
  };
};
