import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isOfSqlite } from './retryWhileLocked.ts';

/** Pages of the write-ahead log after which SQLite copies them into the file: 16 MB. */
export const CHECKPOINT_PAGES = 4_000;
/** Milliseconds after which a checkpoint follows a long write. */
const LATER_MS = 20;

/**
 * Does a long write without the checkpoint that SQLite would add to its commit. The checkpoint follows in a turn of the
 * event loop of its own: together they would hold it for twice as long.
 */
export const withLateCheckpoint = <Result>(database: DatabaseSync, write: () => Result): Result => {
  database.exec('PRAGMA wal_autocheckpoint = 0');
  try {
    return write();
  } finally {
    if (database.isOpen) {
      database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      setTimeout(() => void checkpointAlone(database), LATER_MS).unref();
    }
  }
};

/** Waits for a turn without the timers that are due now, such as those of subscriptions, which read the long write. */
const checkpointAlone = async (database: DatabaseSync): Promise<void> => {
  await nextTurn();
  await nextTurn();
  checkpoint(database);
};

/** Copies the pages of the write-ahead log into the file. A failure is left to the next checkpoint, as SQLite does. */
const checkpoint = (database: DatabaseSync): void => {
  if (!database.isOpen || database.isTransaction) return;
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch (error) {
    if (!isOfSqlite(error)) throw error;
  }
};
