import { readMailOfCore } from '@almanac/contracts';
import { askInternal, ServiceUnavailableError } from '@almanac/service';
import type { Calendar } from './calendar.ts';

/** Timeout of the request to core, in milliseconds. */
const TIMEOUT_MS = 1_000;

/** True if core can send mail for the calendar; false if core does not answer. */
export const sendsMail = async ({ fetchInternal }: Pick<Calendar, 'fetchInternal'>): Promise<boolean> => {
  try {
    const { body } = await askInternal(fetchInternal, readMailOfCore, { timeout: TIMEOUT_MS });
    return body?.available === true;
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return false;
    throw error;
  }
};
