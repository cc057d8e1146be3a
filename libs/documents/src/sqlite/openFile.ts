import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DocumentsUnavailableError } from '../errors.ts';

/** The device and inode of a file of a database. */
interface FileIdentity {
  readonly path: string;
  readonly identity: string;
}

/** SQLite writes to the first two; other processes lock the database with the third. */
const SUFFIXES = ['', '-wal', '-shm'];

/** The files of a connection. */
interface OpenFiles {
  readonly files: readonly FileIdentity[];
  /** Their folder; undefined if the path of the database is a link to a file elsewhere. */
  readonly folder: string | undefined;
  /** The state of the folder when all files were last found. No file is gone while the folder is in that state. */
  foundIn: string | undefined;
}

const openFiles = new WeakMap<DatabaseSync, OpenFiles>();

/** Remembers the files that a connection has just opened. */
export const rememberFiles = (database: DatabaseSync, location: string): void => {
  // opens the `-wal` and `-shm` files of the database, which SQLite creates at the first read
  database.prepare('SELECT 1 FROM sqlite_schema').get();
  const paths = SUFFIXES.map((suffix) => location + suffix);
  const files = paths.flatMap((path) => {
    const identity = identityOf(path);
    return identity === undefined ? [] : [{ path, identity }];
  });
  const isLink = lstatSync(location, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  openFiles.set(database, { files, folder: isLink ? undefined : dirname(location), foundIn: undefined });
};

/**
 * Returns the reason why writes to a database are lost: one of its open files was deleted, moved or replaced. Undefined
 * if the files at its paths are the open ones, and for a database in memory.
 */
export const lostFile = (database: DatabaseSync): string | undefined => {
  for (const { path, identity } of openFiles.get(database)?.files ?? []) {
    const found = identityOf(path);
    if (found === undefined) return `${path} was deleted or moved while it was open`;
    if (found !== identity) return `${path} was replaced while it was open`;
  }
  return undefined;
};

/**
 * Compares the files only if their folder has changed since they were last found, as each write does this twice.
 * @throws DocumentsUnavailableError if writes to the database would be lost
 */
export const requireOpenFiles = (database: DatabaseSync): void => {
  const open = openFiles.get(database);
  if (open === undefined) return;
  const state = open.folder === undefined ? undefined : folderState(open.folder);
  if (state !== undefined && state === open.foundIn) return;
  const reason = lostFile(database);
  if (reason !== undefined) throw new DocumentsUnavailableError({ cause: new Error(reason) });
  open.foundIn = state;
};

/** Milliseconds for which two changes of a folder may have the same time. */
const SAME_TIME_MS = 2_000;

/** Returns what differs once an entry of a folder was deleted, moved or replaced; undefined if that is not certain. */
const folderState = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || Date.now() - Number(found.mtimeMs) < SAME_TIME_MS) return undefined;
  return `${found.dev} ${found.ino} ${found.mtimeNs}`;
};

// Never opens a file: closing it would release the locks of SQLite.
const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
};
