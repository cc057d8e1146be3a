import { setTimeout } from 'node:timers/promises';

/** A process's own clock and timers; leases and backoff need no agreement of two clocks. */
export interface Time {
  /** Milliseconds of a monotonic clock; only differences are meaningful. */
  now(): number;
  /** Resolves after `ms`, or as soon as the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemTime: Time = {
  now: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};
