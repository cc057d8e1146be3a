import type { Log } from '../log.ts';

/**
 * Runs a step that may fail while a broker or store is out of reach; a failure is logged and ends no subscription. True
 * when the step was done.
 */
export const attempted = async (log: Log, whose: object, step: () => Promise<void>): Promise<boolean> => {
  try {
    await step();
    return true;
  } catch (error) {
    log.warn({ ...whose, error }, 'interrupted; will be tried again');
    return false;
  }
};
