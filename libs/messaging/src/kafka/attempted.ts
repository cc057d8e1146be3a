import type { Log } from '../log.ts';

/** Brokers and stores may be out of reach for a while; that ends no subscription. True when the step was done. */
export const attempted = async (log: Log, whose: object, step: () => Promise<void>): Promise<boolean> => {
  try {
    await step();
    return true;
  } catch (error) {
    log.warn({ ...whose, error }, 'interrupted; will be tried again');
    return false;
  }
};
