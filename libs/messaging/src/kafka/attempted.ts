import { failureFields, type Log } from '../log.ts';

/**
 * Runs a step that may fail while a broker or store is unreachable; logs a failure without ending the subscription.
 * Returns true if the step succeeded.
 */
export const attempted = async (log: Log, whose: object, step: () => Promise<void>): Promise<boolean> => {
  try {
    await step();
    return true;
  } catch (error) {
    log.warn({ ...whose, ...failureFields(error) }, 'interrupted; retrying');
    return false;
  }
};
