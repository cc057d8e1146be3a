import type { DatabaseSync } from 'node:sqlite';

/** Runs synchronous work in the transaction that is open, or else in one of its own that it undoes when it throws. */
export const transact = <Result>(database: DatabaseSync, work: () => Result): Result => {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
};
