import { hasCode } from '@almanac/event-store';
import type { Lease } from './lease.ts';
import type { Log } from './log.ts';
import type { Time } from './time.ts';

export interface LeasedOptions {
  readonly name: string;
  readonly lease: Lease;
  readonly time: Time;
  /** Between two signs of life, and between two tries to take over, ms. */
  readonly beat: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Errors that trying again cannot mend and that must not be worked around: the log is not what it was. */
const FATAL = ['log-contradicted', 'log-gap'];

/**
 * Works whenever the lease can be had, until the signal comes. The work's own signal comes also when the lease is lost.
 * Work that throws gives the lease back, and is tried again, here or elsewhere.
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

/** The store may be out of reach for a while; that ends no supervisor. What is fatal does. */
const supervised = async ({ name, log }: LeasedOptions, step: () => Promise<void>): Promise<void> => {
  try {
    await step();
  } catch (error) {
    if (FATAL.some((code) => hasCode(error, code))) throw error;
    log.warn({ name, error }, 'interrupted; will be tried again');
  }
};
