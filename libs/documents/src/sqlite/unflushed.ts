import type { DatabaseSync } from 'node:sqlite';

const FULL = 2;

/**
 * Runs a transaction without waiting for the disk, for what can be made again from a log. A power cut then takes it
 * together with everything written after it, the mark or checkpoint that tells of it included: a write-ahead log loses
 * its end alone.
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

/** As the connection was opened; nothing else changes it. */
const isFlushed = (database: DatabaseSync): boolean => {
  const known = flushed.get(database) ?? database.prepare('PRAGMA synchronous').get()?.synchronous === FULL;
  flushed.set(database, known);
  return known;
};
