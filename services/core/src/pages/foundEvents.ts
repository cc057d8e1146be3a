import { searchEventsOfCalendar } from '@almanac/contracts';
import { askInternal, ServiceUnavailableError } from '@almanac/service';
import type { z } from 'zod';
import type { PageContext } from '../pageContext.ts';

export type FoundEvents = z.output<typeof searchEventsOfCalendar.answer>;

/** Timeout of the request to the calendar, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Finds the next and the latest past events that contain the words, as visible to visitors. It asks the calendar, because core's copies of
 * events contain no texts. Undefined if the calendar does not answer.
 */
export const foundEvents = async ({ core, request, renderContext }: PageContext, search: string) => {
  const { language } = renderContext;
  try {
    const { body } = await askInternal(core.fetchInternal, searchEventsOfCalendar, {
      send: { search },
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
