import { DatabaseSync } from 'node:sqlite';
import { share } from './whenFree.ts';

export { prepare } from './prepare.ts';
export { reading } from './turns.ts';
export { isBusy, whenFree, writing } from './whenFree.ts';

/** `full`: an acknowledged write survives a power cut. `normal`: it survives a kill; for tests and bulk loads. */
export type Durability = 'full' | 'normal';

export interface DatabaseOptions {
  readonly durability?: Durability;
  /** How long a write waits while another process holds the file, ms; default 5000. */
  readonly patience?: number;
  /** For operators' commands: whoever else uses the file gets to write between two writes. */
  readonly polite?: boolean;
}

const CACHE_KIB = 65_536;
const CHECKPOINT_PAGES = 4_000;

/**
 * Opens a service's one SQLite file, made where it is missing, for the log and the documents alike
 * (docs/architecture.md §2, Durability). `:memory:` is a database of its own that ends with the connection. Whoever
 * opens it closes it. What opens stores on it waits for other processes in the way of SQLite; from the first use on nothing
 * does (`whenFree`).
 */
export const openDatabase = (location: string, { durability, ...sharing }: DatabaseOptions = {}): DatabaseSync => {
  const database = new DatabaseSync(location);
  share(database, sharing);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${durability === 'normal' ? 'NORMAL' : 'FULL'};
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    PRAGMA temp_store = MEMORY;
    PRAGMA secure_delete = FAST;
  `);
  return database;
};
