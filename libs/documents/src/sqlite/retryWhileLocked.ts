import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as rest } from 'node:timers/promises';
import { DocumentsUnavailableError } from '../errors.ts';
import { requireOpenFiles } from './openFile.ts';

/** The settings by which a connection shares its file with other processes. */
interface Sharing {
  /** Milliseconds for which it waits while another process writes. */
  readonly patience: number;
  /** True if it pauses between its writes to let others write. */
  readonly polite: boolean;
}

const sharings = new WeakMap<DatabaseSync, Sharing>();
const unasked: Sharing = { patience: 5_000, polite: false };

/** Milliseconds between two tries, and after each write of a polite connection, which is longer. */
const [AGAIN, LETTING] = [5, 10];

/** Sets how a connection shares its file. Until its first work it waits in SQLite, which blocks the process. */
export const share = (database: DatabaseSync, sharing: Partial<Sharing>): void => {
  const all = { ...unasked, ...sharing };
  sharings.set(database, all);
  database.exec(`PRAGMA busy_timeout = ${all.patience}`);
};

export const yieldsToOthers = (database: DatabaseSync): boolean => sharings.get(database)?.polite === true;

const neverBlocking = new WeakSet<DatabaseSync>();

/** Makes SQLite report a locked file at once, from the first work on. */
const stopBlocking = (database: DatabaseSync): void => {
  if (neverBlocking.has(database)) return;
  neverBlocking.add(database);
  database.exec('PRAGMA busy_timeout = 0');
};

/**
 * Does synchronous work on a file that other processes use too. While one of them locks it, the work is retried without
 * blocking this process. The work is all or nothing: it is retried as a whole.
 */
export const retryWhileLocked = <Result>(database: DatabaseSync, work: () => Result): Result | Promise<Result> => {
  stopBlocking(database);
  try {
    return work();
  } catch (error) {
    if (!isBusy(error)) throw error;
    return tryAgain(database, work);
  }
};

/**
 * Does work that writes, as `retryWhileLocked` does; after it a polite connection lets others write.
 * @throws DocumentsUnavailableError on a full disk; if the file was deleted or replaced, so that the work is lost
 */
export const writing = <Result>(database: DatabaseSync, work: () => Result): Result | Promise<Result> => {
  const kept = () => stored(database, work);
  return yieldsToOthers(database) ? politely(database, kept) : retryWhileLocked(database, kept);
};

const stored = <Result>(database: DatabaseSync, work: () => Result): Result => {
  requireOpenFiles(database);
  const result = unlessFull(work);
  requireOpenFiles(database);
  return result;
};

const unlessFull = <Result>(work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    throw isDiskFull(error) ? new DocumentsUnavailableError({ cause: error }) : error;
  }
};

const politely = async <Result>(database: DatabaseSync, work: () => Result): Promise<Result> => {
  const result = await retryWhileLocked(database, work);
  await rest(LETTING);
  return result;
};

const tryAgain = async <Result>(database: DatabaseSync, work: () => Result): Promise<Result> => {
  const { patience } = sharings.get(database) ?? unasked;
  const until = performance.now() + patience;
  for (;;) {
    await rest(AGAIN);
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
    }
  }
};

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** True if another process locks the file: nothing was done. */
export const isBusy = (error: unknown): boolean => hasResult(error, SQLITE_BUSY);

/** True if the disk has no room: nothing was written. */
export const isDiskFull = (error: unknown): boolean => hasResult(error, SQLITE_FULL);

/** True if the error is one of SQLite. */
export const isOfSqlite = (error: unknown): error is { readonly errcode: unknown } =>
  typeof error === 'object' && error !== null && 'errcode' in error;

const hasResult = (error: unknown, code: number): boolean =>
  isOfSqlite(error) && (Number(error.errcode) & 0xff) === code;
