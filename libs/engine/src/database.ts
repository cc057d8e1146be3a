import { randomInt } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

const TABLES = `
  CREATE TABLE IF NOT EXISTS jobs (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, title TEXT NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL,
    status INTEGER NOT NULL, unsolvable INTEGER NOT NULL DEFAULT 0, message TEXT NOT NULL DEFAULT '', updated INTEGER NOT NULL,
    content BLOB NOT NULL, result TEXT, callback TEXT, callback_at INTEGER, callback_tries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_by_callback ON jobs (callback_at) WHERE callback_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS batches (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS agency_jobs (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, batch INTEGER NOT NULL, state TEXT NOT NULL, title TEXT NOT NULL,
    content BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS agency_jobs_by_batch ON agency_jobs (batch);
  CREATE TABLE IF NOT EXISTS sites (
    id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, secret_key TEXT NOT NULL, shared_key TEXT NOT NULL,
    engines TEXT NOT NULL, translators TEXT NOT NULL, managers TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, body TEXT NOT NULL, until INTEGER NOT NULL) STRICT;
`;

export type Row = Record<string, unknown>;
type Value = string | number | null | Uint8Array;

/** The one file with all data of the engine. */
export interface Database {
  rows(sql: string, ...values: readonly Value[]): readonly Row[];
  row(sql: string, ...values: readonly Value[]): Row | undefined;
  run(sql: string, ...values: readonly Value[]): void;
  /** Runs the work in a transaction. */
  together<Result>(work: () => Result): Result;
  /** Returns an unused number. It is not guessable, and not repeated by a new file. */
  freeNumber(table: 'jobs' | 'agency_jobs' | 'batches'): number;
  close(): void;
}

/** Returns the bytes of a column. */
export const bytesOf = (column: unknown): Uint8Array => {
  if (column instanceof Uint8Array) return column;
  throw new TypeError('the column holds no bytes');
};

/** @param location a file, or `:memory:` */
export const openDatabase = (location: string): Database => {
  const database = new DatabaseSync(location);
  database.exec(`PRAGMA journal_mode = WAL; ${TABLES}`);
  const row: Database['row'] = (sql, ...values) => database.prepare(sql).get(...values);
  return {
    row,
    rows: (sql, ...values) => database.prepare(sql).all(...values),
    run: (sql, ...values) => void database.prepare(sql).run(...values),
    together: (work) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    freeNumber: (table) => {
      for (;;) {
        const number = randomInt(100_000_000, 1_000_000_000);
        if (row(`SELECT 1 FROM ${table} WHERE id = ?`, number) === undefined) return number;
      }
    },
    close: () => database.close(),
  };
};

/** Returns `?, ?, ?` for the given number of values. */
export const sqlPlaceholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
