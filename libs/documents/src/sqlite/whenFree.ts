import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as rest } from 'node:timers/promises';

/** How a connection shares its file with other processes. */
interface Sharing {
  /** How long it waits while another process writes, ms. */
  readonly patience: number;
  /** It lets others write between two writes of its own, however many it has. */
  readonly polite: boolean;
}

const sharings = new WeakMap<DatabaseSync, Sharing>();
const unasked: Sharing = { patience: 5_000, polite: false };

/** Between two tries, ms; a polite connection rests longer than that after each of its writes. */
const [AGAIN, LETTING] = [5, 10];

/** Says how a connection shares its file. Until its first work it waits in the way of SQLite, which stops the process. */
export const share = (database: DatabaseSync, sharing: Partial<Sharing>): void => {
  const all = { ...unasked, ...sharing };
  sharings.set(database, all);
  database.exec(`PRAGMA busy_timeout = ${all.patience}`);
};

export const isPolite = (database: DatabaseSync): boolean => sharings.get(database)?.polite === true;

const neverBlocking = new WeakSet<DatabaseSync>();

/** From the first work on, SQLite says at once that another process holds the file. */
const stopBlocking = (database: DatabaseSync): void => {
  if (neverBlocking.has(database)) return;
  neverBlocking.add(database);
  database.exec('PRAGMA busy_timeout = 0');
};

/**
 * Does synchronous work on a file that other processes use too. While one of these holds it, the work is tried again
 * and again, and everything else in this process goes on. The work is all or nothing: it is tried as a whole.
 */
export const whenFree = <Result>(database: DatabaseSync, work: () => Result): Result | Promise<Result> => {
  stopBlocking(database);
  try {
    return work();
  } catch (error) {
    if (!isBusy(error)) throw error;
    return tryAgain(database, work);
  }
};

/** The same for work that writes: after it a polite connection lets others write. */
export const writing = <Result>(database: DatabaseSync, work: () => Result): Result | Promise<Result> =>
  isPolite(database) ? politely(database, work) : whenFree(database, work);

const politely = async <Result>(database: DatabaseSync, work: () => Result): Promise<Result> => {
  const result = await whenFree(database, work);
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

/** Whether another process holds the file: nothing was done. */
export const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
