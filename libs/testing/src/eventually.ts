import { setTimeout as pause } from 'node:timers/promises';

/** Long enough on a machine that has much else to do; a wait that is over sooner ends sooner. */
const WITHIN = 180_000;

export interface Patience {
  /** ms */
  readonly within?: number;
  /** ms between two looks */
  readonly every?: number;
}

/**
 * Resolves once a condition holds; a look that fails counts as one that found it unmet.
 * @throws when it does not hold in time, with what the last look failed with as its cause
 */
export const eventually = async (
  condition: () => boolean | Promise<boolean>,
  { within = WITHIN, every = 100 }: Patience = {},
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
