import type { DatabaseSync } from 'node:sqlite';

const FULL = 2;

/**
 * Runs a transaction without waiting for the disk. It is for data that a log can create again or that may be lost, such
 * as counters of limits. A power cut then loses it together with everything written after it, including the checkpoint
 * that covers it: a write-ahead log loses only its end.
 */
export const runWithoutFlush = <Result>(database: DatabaseSync, work: () => Result): Result => {
  if (database.isTransaction || !isFlushed(database)) return work();
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
};

const flushed = new WeakMap<DatabaseSync, boolean>();

/** True if the connection was opened with flushing; nothing else changes the setting. */
const isFlushed = (database: DatabaseSync): boolean => {
  const known = flushed.get(database) ?? database.prepare('PRAGMA synchronous').get()?.synchronous === FULL;
  flushed.set(database, known);
  return known;
};
