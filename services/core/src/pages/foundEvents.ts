import { findEventsOfCalendar } from '@almanac/contracts';
import { anonymous } from '@almanac/identity';
import { askInternal, ServiceUnavailableError } from '@almanac/service';
import type { z } from 'zod';
import type { PageContext } from '../pageContext.ts';

export type FoundEvents = z.output<typeof findEventsOfCalendar.answer>;

const MAX_EVENTS = 5;

/** Timeout of the request to the calendar, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Finds the next events that contain the words, as visible to visitors. It asks the calendar, because core's copies of
 * events contain no texts. Undefined if the calendar does not answer.
 */
export const foundEvents = async ({ core, request, renderContext }: PageContext, search: string) => {
  const { language } = renderContext;
  try {
    const { body } = await askInternal(core.fetchInternal, findEventsOfCalendar, {
      send: { search, per_page: MAX_EVENTS, ends_after: 'now', strict_dates: true },
      principal: anonymous,
      language,
      timeout: TIMEOUT_MS,
      headers: { 'x-almanac-site': request.site, 'x-almanac-api-root': request.apiRoot },
    });
    return body;
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return undefined;
    throw error;
  }
};
