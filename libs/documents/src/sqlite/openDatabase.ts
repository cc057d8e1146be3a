import { DatabaseSync } from 'node:sqlite';
import { CHECKPOINT_PAGES } from './lateCheckpoint.ts';
import { rememberFiles } from './openFile.ts';
import { share } from './retryWhileLocked.ts';

export { withLateCheckpoint } from './lateCheckpoint.ts';
export { lostFile } from './openFile.ts';
export { prepare } from './prepare.ts';
export { isBusy, isDiskFull, retryWhileLocked, writing } from './retryWhileLocked.ts';
export { reading } from './turns.ts';

/** `full`: an acknowledged write survives a power cut. `normal`: it survives a kill; for tests and bulk loads. */
export type Durability = 'full' | 'normal';

export interface DatabaseOptions {
  readonly durability?: Durability;
  /** Milliseconds for which a write waits for another process's lock; default 5000. */
  readonly patience?: number;
  /** For operators' commands: lets other processes write between two writes. */
  readonly polite?: boolean;
  /** The content of a new database in memory, as `serialize` returns it; by default it is empty. */
  readonly content?: Uint8Array | undefined;
}

/**
 * Kibibytes of pages that a connection keeps in memory. Reads find the others in the system's cache: with 16 MiB, lists
 * and searches of 20,000 events took as long.
 */
const CACHE_KIB = 4_096;

/** Kibibytes of pages above which a transaction writes changed ones before its end, and perhaps again at its end. */
const SPILL_KIB = 16_384;

/**
 * Opens a service's one SQLite file, for the log and the documents; creates a missing file (docs/architecture.md §2,
 * Durability). `:memory:` is a separate database that ends with the connection. The caller closes it. Opening stores on
 * it waits for other processes in SQLite, which blocks; from the first use on nothing blocks (`retryWhileLocked`).
 */
export const openDatabase = (
  location: string,
  { durability, content, ...sharing }: DatabaseOptions = {},
): DatabaseSync => {
  const database = new DatabaseSync(location);
  if (content !== undefined) database.deserialize(content);
  share(database, sharing);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${durability === 'normal' ? 'NORMAL' : 'FULL'};
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA cache_spill = -${SPILL_KIB};
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    PRAGMA temp_store = MEMORY;
    PRAGMA secure_delete = FAST;
  `);
  if (location !== ':memory:') rememberFiles(database, location);
  return database;
};
