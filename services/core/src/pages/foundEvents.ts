import { anonymous } from '@almanac/identity';
import { ServiceUnavailableError } from '@almanac/service';
import { z } from 'zod';
import type { PageContext } from '../pageContext.ts';

/** As much of the calendar's list as the page shows. */
const listed = z.object({
  total: z.int(),
  events: z.array(z.object({ title: z.string(), url: z.string(), start_date: z.string(), all_day: z.boolean() })),
});

export type FoundEvents = z.output<typeof listed>;

const SHOWN = '5';

/** How long the page waits for the calendar, in milliseconds. */
const PATIENCE = 2_000;

/**
 * The next events with these words, as visitors see them. The calendar is asked, since its copies here have no texts;
 * undefined where it does not answer.
 */
export const foundEvents = async ({ core, request, renderContext }: PageContext, search: string) => {
  const query = new URLSearchParams({ search, per_page: SHOWN, ends_after: 'now', strict_dates: 'true' });
  const { language } = renderContext;
  try {
    const { status, body } = await core.fetchInternal('calendar', `/cal/events/v1/events?${query}`, {
      principal: anonymous,
      language,
      timeout: PATIENCE,
      headers: { 'x-almanac-site': request.site, 'x-almanac-api-root': request.apiRoot },
    });
    return status === 200 ? listed.parse(body) : undefined;
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return undefined;
    throw error;
  }
};
