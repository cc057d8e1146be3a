import type { Entries } from '@almanac/documents';
import { hasCode } from '@almanac/event-store';
import { createLease, type Lease } from './lease.ts';
import { failureFields, type Log } from './log.ts';
import { systemTime, type Time } from './time.ts';

/** Times of a lease in milliseconds: a killed process is replaced within `duration`, a stopped one at once. */
export const LEASE = { duration: 6_000, beat: 1_500 } as const;

/** Maximum milliseconds before work that has failed is retried. */
const MAX_RETRY_MS = 2_000;

export interface LeasedOptions {
  readonly name: string;
  readonly lease: Lease;
  readonly time: Time;
  /** Milliseconds between two heartbeats, and, up to 2,000, between two attempts to take the lease. */
  readonly beat: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** True for an error that no retry can repair and that must not be ignored: the log has changed. */
export const isLogFault = (error: unknown): boolean => hasCode(error, 'log-contradicted') || hasCode(error, 'log-gap');

/**
 * Runs the work while this process holds the lease, until the signal comes. The work's own signal is also aborted when
 * the lease is lost. If the work throws, the lease is released and the work is retried, here or in another process.
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
    await time.sleep(Math.min(beat, MAX_RETRY_MS), signal);
  }
};

type LeasePorts = { readonly entries: Entries; readonly log: Log };

interface Holding {
  /** The lease's name. */
  readonly name: string;
  /** Unique to this process. */
  readonly holder: string;
  readonly signal: AbortSignal;
}

/** Returns the options of a lease with the usual times. */
export const leasedBy = ({ entries, log }: LeasePorts, { name, holder, signal }: Holding): LeasedOptions => ({
  name,
  lease: createLease(entries, name, holder, { now: systemTime.now, duration: LEASE.duration }),
  time: systemTime,
  beat: LEASE.beat,
  log,
  signal,
});

export interface LeasedTurns extends Holding {
  /** Milliseconds between the end of a turn and the next. */
  readonly rest: number;
}

/**
 * Works at once and again after each rest, in one of the processes, until the signal comes. If the work throws, it is
 * retried, here or in another process.
 * @throws LogContradictedError, LogGapError
 */
export const repeatWhileLeased = (
  ports: LeasePorts,
  turns: LeasedTurns,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> =>
  whileLeased(leasedBy(ports, turns), async (_term, working) => {
    while (!working.aborted) {
      await work(working);
      await systemTime.sleep(turns.rest, working);
    }
  });

/**
 * Runs works one after another; a failure does not stop later ones.
 * @throws the failure, once all are done: a fault of the log before others, several as an AggregateError
 */
export const runAll = async (works: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push(error));
  const [first, ...others] = failures;
  if (failures.length === 0) return;
  throw (
    failures.find(isLogFault) ?? (others.length === 0 ? first : new AggregateError(failures, 'several works failed'))
  );
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

/** Runs a step and logs its failure: the store may be unreachable for a while. Fatal errors are thrown. */
const supervised = async ({ name, log }: LeasedOptions, step: () => Promise<void>): Promise<void> => {
  try {
    await step();
  } catch (error) {
    if (isLogFault(error)) throw error;
    log.warn({ name, ...failureFields(error) }, 'interrupted; retrying');
  }
};
