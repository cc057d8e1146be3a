import { once } from 'node:events';
import { ConfigurationError, type Log, stopOnSignals } from '@almanac/service';
import type { Starting } from './servers.ts';

/** A process of the site has ended by itself, so the site stops. */
class PartEndedError extends Error {
  readonly code = 'part-ended';
  constructor(name: string, outcome: number | NodeJS.Signals | null) {
    super(`${name} has ended with ${outcome}, so everything stops.`);
    this.name = 'PartEndedError';
  }
}

/** The reason of an end by a signal. */
const STOPPED = 'stopped';
/** Milliseconds until the process exits even if its parts have not stopped. */
const STOPPED_WITHIN = 60_000;

export interface PartsToRun<Parts> {
  readonly log: Log;
  /** Starts the parts and puts each on the stack, which stops them. */
  start(stack: AsyncDisposableStack, starting: Starting): Promise<Parts>;
  /** Called when all parts have started. */
  begin(parts: Parts): Promise<void> | void;
}

/**
 * Runs the processes of a site until a signal arrives or one of them ends. Then it stops those that have begun, also
 * during their start.
 * @throws PartEndedError if a process has ended by itself; the error of the start
 */
export const runParts = async <Parts>({ log, start, begin }: PartsToRun<Parts>): Promise<void> => {
  const ending = new AbortController();
  const stack = new AsyncDisposableStack();
  const ended = once(ending.signal, 'abort');
  const starting = start(stack, {
    signal: ending.signal,
    onProcess: (name, begun) => {
      begun.once('exit', (code, signal) => ending.abort(new PartEndedError(name, signal ?? code)));
    },
  });
  const stop = async (): Promise<void> => {
    ending.abort(STOPPED);
    await starting.catch(() => undefined);
    await stack.disposeAsync();
  };
  stopOnSignals(stop, { log, exit: process.exit, signals: process, timeout: STOPPED_WITHIN });
  try {
    await Promise.race([starting.then(begin).then(() => ended), ended]);
    ending.signal.throwIfAborted();
  } catch (error) {
    // `stopOnSignals` stops the parts and ends the process
    if (ending.signal.reason === STOPPED) return;
    const reason: unknown = ending.signal.reason ?? error;
    await stop();
    throw reason;
  }
};

/** Reports the error of a run and exits with 1. An expected error is reported without a stack. */
export const exitWith = (error: unknown): never => {
  const isExpected = error instanceof ConfigurationError || error instanceof PartEndedError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
};
