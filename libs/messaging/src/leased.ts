import { hasCode } from '@almanac/event-store';
import type { Lease } from './lease.ts';
import type { Log } from './log.ts';
import type { Time } from './time.ts';

export interface LeasedOptions {
  readonly name: string;
  readonly lease: Lease;
  readonly time: Time;
  /** Between two heartbeats, and between two attempts to take the lease, ms. */
  readonly beat: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Whether an error is one that no retry can mend and nothing may ignore: the log is not what it was. */
export const isLogFault = (error: unknown): boolean => hasCode(error, 'log-contradicted') || hasCode(error, 'log-gap');

/**
 * Runs the work whenever this process holds the lease, until the signal comes. The work's own signal is also aborted
 * when the lease is lost. Work that throws gives the lease back and is retried, here or in another process.
 * @throws LogContradictedError, LogGapError
 */
export const whileLeased = async (
  options: LeasedOptions,
  work: (term: number, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const { lease, time, beat, signal } = options;
  while (!signal.aborted) {
    await supervised(options, async () => {
      if (await lease.acquire()) await serve(options, work);
    });
    await time.sleep(beat, signal);
  }
};

const serve = async (options: LeasedOptions, work: (term: number, signal: AbortSignal) => Promise<void>) => {
  const { lease, signal } = options;
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const beating = keepBeating(options, both, () => ending.abort());
  try {
    await work(lease.term, both);
  } finally {
    ending.abort();
    await beating;
    await supervised(options, () => lease.release());
  }
};

const keepBeating = async (options: LeasedOptions, signal: AbortSignal, lost: () => void): Promise<void> => {
  const { lease, time, beat } = options;
  while (!signal.aborted) {
    await time.sleep(beat, signal);
    if (signal.aborted) return;
    await supervised(options, async () => {
      await lease.beat();
    });
    if (!lease.held()) return lost();
  }
};

/** Runs a step and logs its failure: the store may be out of reach for a while. Fatal errors are thrown. */
const supervised = async ({ name, log }: LeasedOptions, step: () => Promise<void>): Promise<void> => {
  try {
    await step();
  } catch (error) {
    if (isLogFault(error)) throw error;
    log.warn({ name, error }, 'interrupted; will be tried again');
  }
};
