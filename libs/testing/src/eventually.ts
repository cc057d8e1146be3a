import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for a busy machine; a wait ends as soon as its condition holds. */
const TIMEOUT_MS = 180_000;

export interface Patience {
  /** Timeout in milliseconds. */
  readonly within?: number;
  /** Milliseconds between two checks. */
  readonly every?: number;
}

/**
 * Resolves once a condition holds; a check that throws counts as false.
 * @throws Error if the condition does not hold in time, with the last check's error as its cause
 */
export const eventually = async (
  condition: () => boolean | Promise<boolean>,
  { within = TIMEOUT_MS, every = 100 }: Patience = {},
): Promise<void> => {
  let cause: unknown;
  const look = async (): Promise<boolean> => {
    try {
      return await condition();
    } catch (error) {
      cause = error;
      return false;
    }
  };
  for (const end = performance.now() + within; !(await look()); await pause(every)) {
    if (performance.now() > end) throw new Error(`not within ${within} ms: ${condition}`, { cause });
  }
};
