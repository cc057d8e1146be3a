import { DatabaseSync } from 'node:sqlite';

/** `full`: an acknowledged write survives a power cut. `normal`: it survives a kill; for tests and bulk loads. */
export type Durability = 'full' | 'normal';

const BUSY_TIMEOUT_MS = 5_000;
const CACHE_KIB = 65_536;
const CHECKPOINT_PAGES = 4_000;

/**
 * Opens a service's one SQLite file, made where it is missing, for the log and the documents alike
 * (docs/architecture.md §2, Durability). `:memory:` is a database of its own that ends with the connection. Whoever
 * opens it closes it.
 */
export const openDatabase = (location: string, options: { durability?: Durability } = {}): DatabaseSync => {
  const database = new DatabaseSync(location, { timeout: BUSY_TIMEOUT_MS });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${options.durability === 'normal' ? 'NORMAL' : 'FULL'};
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    PRAGMA temp_store = MEMORY;
    PRAGMA secure_delete = FAST;
  `);
  return database;
};
