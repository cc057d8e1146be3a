import { LRUCache } from 'lru-cache';

const LIMIT = 2_000;

interface Entry {
  readonly answer: unknown;
  readonly changes: number;
}

/** Answers what is remembered if nothing has changed since, else makes it. */
export type Remember = <Answer>(key: string, changes: number, make: () => Answer) => Answer;

/**
 * Remembers answers by key while a count of changes stays the same; beyond a limit the least recently used are dropped.
 */
export const createRemember = (limit = LIMIT): Remember => {
  const entries = new LRUCache<string, Entry>({ max: limit });
  return <Answer>(key: string, changes: number, make: () => Answer): Answer => {
    const known = entries.get(key);
    if (known?.changes === changes) return known.answer as Answer;
    const answer = make();
    entries.set(key, { answer, changes });
    return answer;
  };
};
