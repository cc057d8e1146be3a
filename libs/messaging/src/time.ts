/** A process's own clock and its timers; leases and backoff need nothing that two clocks would have to agree on. */
export interface Time {
  /** Milliseconds of a clock that only runs forward; only differences mean something. */
  now(): number;
  /** Resolves after `ms`, or as soon as the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemTime: Time = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    }),
};
