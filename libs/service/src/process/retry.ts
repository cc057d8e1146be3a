import { systemTime, type Time } from '@almanac/messaging';
import type { Log } from '../log.ts';

const REST = 500;
/** After how many ms the log repeats what the process waits for. */
const SAY_EVERY = 10_000;

export interface RetryOptions {
  /** What is waited for, such as `MongoDB`. */
  readonly what: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly time?: Time;
}

/**
 * Tries until the attempt succeeds; meanwhile the log says what is waited for and why.
 * @throws the signal's reason
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
      if (time.now() - saidAt >= SAY_EVERY) {
        log.warn({ reason: String(error) }, `waiting for ${what}`);
        saidAt = time.now();
      }
    }
    await time.sleep(REST, signal);
  }
};
