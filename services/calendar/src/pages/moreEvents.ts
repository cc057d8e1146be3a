import { toWallClock } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import { type Breadcrumb, type Html, html, inline, steps, trusted } from '@almanac/pages';
import { clockUntil, endOfSecond } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import { type EventState, events } from '../events/event.ts';
import { type RelatedRecords, unprotectedItems } from '../events/relatedRecords.ts';
import { eventCards } from '../views/eventCards.ts';
import { listedEvents } from '../views/listedEvents.ts';
import { listedIn, startField } from '../views/pageClock.ts';
import type { PageContext } from '../views/pageContext.ts';
import { pageTitle } from '../views/pageTitle.ts';

/** The number of events per section. */
const MAX_EVENTS = 3;

interface LinkedRecord {
  readonly field: 'venues' | 'organizers';
  readonly record: ItemState;
  readonly heading: 'More at {name}' | 'More by {name}';
}

const section = async (
  context: PageContext,
  event: EventState,
  { field, record, heading }: LinkedRecord,
): Promise<Html | false> => {
  const filters: Filter[] = [{ field, contains: [record.id] }, { not: { field: 'id', equals: event.id } }];
  const listed = await listedEvents(context, { filters, isPast: false, page: 1, perPage: MAX_EVENTS });
  if (listed.shown.length === 0) return false;
  const name = inline(renderedTitle(record.title)).text;
  return html`<section>
<h2>${trusted(context.renderContext.text(heading, { name }))}</h2>
${await eventCards(listed, context)}
</section>
`;
};

/** Renders further events at the event's venue and of its organizer. */
export const moreEvents = async (context: PageContext, event: EventState, related: RelatedRecords): Promise<Html> => {
  const [venue] = unprotectedItems(event.venues, related.venues);
  const [organizer] = unprotectedItems(event.organizers, related.organizers);
  const linked: LinkedRecord[] = [
    ...(venue === undefined ? [] : [{ field: 'venues', record: venue, heading: 'More at {name}' } as const]),
    ...(organizer === undefined
      ? []
      : [{ field: 'organizers', record: organizer, heading: 'More by {name}' } as const]),
  ];
  return html`${await Promise.all(linked.map((each) => section(context, event, each)))}`;
};

/** Returns the event with the nearest start before or after the start of another. */
const neighbour = async (
  context: PageContext,
  event: EventState,
  isBefore: boolean,
): Promise<Breadcrumb | undefined> => {
  const { calendar, request, renderContext } = context;
  const field = startField(calendar);
  const start = event[field];
  const filter: Filter = {
    all: [
      ...listedIn(calendar, renderContext.language, request.principal),
      isBefore ? { field, before: start } : { field, after: start },
    ],
  };
  const order = [{ field, direction: isBefore ? 'desc' : 'asc' }] as const;
  const [found] = await calendar.documents.find<EventState>(events, { filter, order, limit: 1 });
  return found && { href: addressOf(renderContext.baseUrl, found), label: pageTitle(found, renderContext) };
};

/** Renders links to the previous and next events. */
export const neighbours = async (context: PageContext, event: EventState): Promise<Html | undefined> => {
  const [previous, next] = await Promise.all([neighbour(context, event, true), neighbour(context, event, false)]);
  return steps(context.renderContext.text('Previous and next event'), { previous, next });
};

/** True if an event has ended. */
export const hasEnded = ({ endUtc }: EventState, { calendar }: PageContext): boolean =>
  endUtc <= toWallClock(clockUntil(calendar.now, endOfSecond).getTime(), 'UTC');
