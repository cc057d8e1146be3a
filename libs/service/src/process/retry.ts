import { systemTime, type Time } from '@almanac/messaging';
import { ConfigurationError } from '../environment.ts';
import type { Log } from '../log.ts';

const REST = 500;
/** Milliseconds between two log lines about the wait. */
const SAY_EVERY = 10_000;

export interface RetryOptions {
  /** The awaited part, such as `MongoDB`. */
  readonly what: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly time?: Time;
}

/**
 * Retries until the attempt succeeds; meanwhile it logs the awaited part and the reason.
 * @throws ConfigurationError of an attempt, which would fail again; the signal's reason
 */
export const retry = async <Value>(
  { what, log, signal, time = systemTime }: RetryOptions,
  attempt: () => Promise<Value>,
): Promise<Value> => {
  let saidAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ConfigurationError) throw error;
      if (time.now() - saidAt >= SAY_EVERY) {
        log.warn({ reason: String(error) }, `waiting for ${what}`);
        saidAt = time.now();
      }
    }
    await time.sleep(REST, signal);
  }
};
