import type { DatabaseSync } from 'node:sqlite';

const FULL = 2;

/**
 * Runs a transaction without waiting for the disk, for data that a log can make again or that may be lost, as counters of
 * limits. A power cut then loses it together with everything written after it, the checkpoint that covers it included: a
 * write-ahead log loses only its end.
 */
export const unflushed = <Result>(database: DatabaseSync, work: () => Result): Result => {
  if (database.isTransaction || !isFlushed(database)) return work();
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
};

const flushed = new WeakMap<DatabaseSync, boolean>();

/** The setting with which the connection was opened; nothing else changes it. */
const isFlushed = (database: DatabaseSync): boolean => {
  const known = flushed.get(database) ?? database.prepare('PRAGMA synchronous').get()?.synchronous === FULL;
  flushed.set(database, known);
  return known;
};
