import type { DatabaseSync } from 'node:sqlite';

/** Runs synchronous work in the open transaction, or in one of its own, which is rolled back if the work throws. */
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
