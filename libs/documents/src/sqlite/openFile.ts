import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DocumentsUnavailableError } from '../errors.ts';

/** The device and inode of a file of a database. */
interface FileIdentity {
  readonly path: string;
  readonly identity: string;
}

/** SQLite writes to the first two; other processes lock the database with the third. */
const SUFFIXES = ['', '-wal', '-shm'];

const openFiles = new WeakMap<DatabaseSync, readonly FileIdentity[]>();

/** Remembers the files that a connection has just opened. */
export const rememberFiles = (database: DatabaseSync, location: string): void => {
  // opens the `-wal` and `-shm` files of the database, which SQLite creates at the first read
  database.prepare('SELECT 1 FROM sqlite_schema').get();
  const paths = SUFFIXES.map((suffix) => location + suffix);
  openFiles.set(
    database,
    paths.flatMap((path) => {
      const identity = identityOf(path);
      return identity === undefined ? [] : [{ path, identity }];
    }),
  );
};

/**
 * Returns the reason why writes to a database are lost: one of its open files was deleted, moved or replaced. Undefined
 * if the files at its paths are the open ones, and for a database in memory.
 */
export const lostFile = (database: DatabaseSync): string | undefined => {
  for (const { path, identity } of openFiles.get(database) ?? []) {
    const found = identityOf(path);
    if (found === undefined) return `${path} was deleted or moved while it was open`;
    if (found !== identity) return `${path} was replaced while it was open`;
  }
  return undefined;
};

/** @throws DocumentsUnavailableError if writes to the database would be lost */
export const requireOpenFiles = (database: DatabaseSync): void => {
  const reason = lostFile(database);
  if (reason !== undefined) throw new DocumentsUnavailableError({ cause: new Error(reason) });
};

// Never opens a file: closing it would release the locks of SQLite.
const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
};
