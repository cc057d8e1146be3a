import { anonymous } from '@almanac/identity';
import { fullDayText, type Html, html, inline, type RenderContext, timeText } from '@almanac/pages';
import { callerHeaders } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import { z } from 'zod';
import type { PageContext } from '../pageContext.ts';

/** The members of an event that pages use, as `cal/events/v1` lists it. */
const listedEvents = z.object({
  events: z.array(
    z.object({ title: z.string(), url: z.string(), start_date: z.string(), all_day: z.boolean().nullable() }),
  ),
});

type ListedEvent = z.output<typeof listedEvents>['events'][number];

const SHOWN = 5;
const PATIENCE = 2_000;

/** The next events, or those with a tag. Undefined where the calendar has no answer: the page goes without. */
export const upcomingEvents = async (
  { core, request }: PageContext,
  filter: Readonly<Record<string, string>> = {},
): Promise<readonly ListedEvent[] | undefined> => {
  const query = new URLSearchParams({ ...filter, per_page: String(SHOWN) });
  try {
    const { status, body } = await core.fetchInternal('calendar', `/cal/events/v1/events?${query}`, {
      principal: anonymous,
      language: request.language,
      correlation: request.context.correlation,
      headers: { [callerHeaders.site]: request.site, [callerHeaders.apiRoot]: request.apiRoot },
      timeout: PATIENCE,
    });
    return status === 200 ? listedEvents.parse(body).events : undefined;
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return undefined;
    throw error;
  }
};

const when = ({ start_date, all_day }: ListedEvent, renderContext: RenderContext): string =>
  all_day === true
    ? fullDayText(start_date, renderContext)
    : `${fullDayText(start_date, renderContext)}, ${timeText(start_date, renderContext)}`;

const item = (event: ListedEvent, renderContext: RenderContext): Html => html`<li>
<h3><a href="${event.url}">${inline(event.title)}</a></h3>
<p class="soft"><time datetime="${event.start_date.replace(' ', 'T')}">${when(event, renderContext)}</time></p>
</li>
`;

/** Events as a list below a heading of the page. */
export const eventCards = (
  events: readonly ListedEvent[],
  renderContext: RenderContext,
): Html => html`<ul class="cards">
${events.map((event) => item(event, renderContext))}</ul>`;
