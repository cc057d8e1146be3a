import { setTimeout } from 'node:timers/promises';

/** A process's own clock and its timers; leases and backoff need nothing that two clocks would have to agree on. */
export interface Time {
  /** Milliseconds of a clock that only runs forward; only differences mean something. */
  now(): number;
  /** Resolves after `ms`, or as soon as the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemTime: Time = {
  now: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};
