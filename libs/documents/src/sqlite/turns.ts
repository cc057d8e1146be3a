import type { DatabaseSync } from 'node:sqlite';
import { retryWhileLocked } from './retryWhileLocked.ts';

/** Milliseconds for which reads may follow one another. */
const LONG = 10;

/** Does synchronous work now, or after other work has had its turn. */
export type InTurn = <Result>(work: () => Result | Promise<Result>) => Result | Promise<Result>;

/**
 * Limits the turns of the event loop. A read of SQLite answers without waiting, so a request with many of them would
 * block all other work. Once reads have followed one another for long, the next ones wait for later turns, in their
 * order, one in each turn.
 * @param now returns milliseconds
 */
export const createTurns = (now: () => number): InTurn => {
  const waiting: (() => void)[] = [];
  let begun: number | undefined;
  const begin = (): void => {
    begun = now();
    setImmediate(end);
  };
  const end = (): void => {
    begun = undefined;
    const next = waiting.shift();
    if (next === undefined) return;
    begin();
    next();
  };
  return (work) => {
    if (begun === undefined) begin();
    if (now() - (begun ?? 0) < LONG) return work();
    return new Promise<void>((resolve) => waiting.push(resolve)).then(work);
  };
};

/** All connections of a process share its event loop. */
const inTurn = createTurns(() => performance.now());

/** Reads a file that other processes use too (`retryWhileLocked`), in turn with all other reads of this process. */
export const reading = <Result>(database: DatabaseSync, read: () => Result): Result | Promise<Result> =>
  inTurn(() => retryWhileLocked(database, read));
