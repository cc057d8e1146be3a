import { toInstant } from '@almanac/dates';
import { recordsAfter } from '@almanac/documents';
import { anonymous } from '@almanac/identity';
import { cachedParts, plain } from '@almanac/pages';
import { type RestRequest, type Route, route, waitForTurn, yieldToEventLoop } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { defaultBounds } from '../events/dateBounds.ts';
import { type EventState, events } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import { eventListArgs } from '../events/eventListArgs.ts';
import { type EventListArgs, type EventQuery, eventQuery } from '../events/eventQuery.ts';
import { type RelatedRecords, readRelated, unprotectedItems } from '../events/relatedRecords.ts';
import { CALENDAR_END, calendarBeginning, componentText, zoneRules } from './calendarFile.ts';
import { type EntryParts, eventComponent } from './eventComponent.ts';

/** The number of events per query. */
const AT_ONCE = 100;
/** The number of events in a part of the feed, rendered in about 10 ms. */
const WRITTEN_AT_ONCE = 50;

const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/** Returns the filters of the list of events, without those for pages and for events that are not public. */
export const feedArgs = ({ settings, now }: Calendar) => {
  const window = () => {
    const { timezone: zone, day_cutoff: cutoff } = settings.current();
    return defaultBounds({ zone, cutoff, now: now() });
  };
  const { page, per_page, status, password, import_uid, ...filters } = eventListArgs({
    perPage: AT_ONCE,
    startDate: () => window().start,
    endDate: () => window().end,
  });
  return filters;
};

const namesOf = (terms: readonly object[]): string[] =>
  terms.flatMap((term) => ('name' in term ? [plain(String(term.name))] : []));

const partsOf = (event: EventState, related: RelatedRecords, site: string): EntryParts => {
  const { categories, tags } = related.of(event);
  return {
    site,
    venues: unprotectedItems(event.venues, related.venues),
    organizer: unprotectedItems(event.organizers, related.organizers)[0],
    categories: namesOf([...categories, ...tags]),
  };
};

export type FeedRequest = RestRequest<Omit<EventListArgs, 'page' | 'per_page' | 'status' | 'password' | 'import_uid'>>;

/** Returns the query of a feed, as an anonymous caller: everybody gets the same events. */
export const feedQuery = (calendar: Calendar, request: FeedRequest) => {
  const unasked = { page: 1, per_page: AT_ONCE, status: undefined, password: undefined, import_uid: undefined };
  return eventQuery(calendar, { ...request, args: { ...request.args, ...unasked }, principal: anonymous });
};

/** Maximum number of events in the feed: the first ones of its window (docs/interface/pages.md §6). */
export const MAX_FEED_EVENTS = 10_000;

/** Returns the end of the last of the events that a query finds, in milliseconds. */
const lastEnd = async ({ documents, settings }: Calendar, { filter, bounds }: EventQuery): Promise<number> => {
  const bound = bounds.end_date ?? bounds.ends_before;
  if (bound !== undefined) return toInstant(bound, settings.current().timezone);
  const order = [{ field: 'endUtc', direction: 'desc' }] as const;
  const [last] = await documents.find<EventState>(events, { filter, order, limit: 1 });
  return last === undefined ? 0 : toInstant(last.endUtc, 'UTC');
};

const endsOf = (page: readonly EventState[]): number[] => page.map(({ endUtc }) => toInstant(endUtc, 'UTC'));

/** Makes the feed in parts: a few events of its window at a time, with the rules of zones that they need first. */
async function* feedParts(calendar: Calendar, request: FeedRequest, query: EventQuery): AsyncGenerator<string> {
  const { documents, settings } = calendar;
  const { name, description, timezone: zone } = settings.current();
  const display = eventDisplay(calendar, request);
  const knownZones = new Set<string>();
  const field = query.order[0]?.field === 'startUtc' ? 'startUtc' : 'start';
  let until: number | undefined;
  let { filter } = query;
  yield calendarBeginning({ name, description, zone });
  for (let read = 0; read < MAX_FEED_EVENTS; read += AT_ONCE) {
    request.abandoned().throwIfAborted();
    const found = await documents.find<EventState>(events, {
      filter,
      order: [{ field, direction: 'asc' }],
      limit: AT_ONCE,
    });
    const last = found.length < AT_ONCE ? undefined : found.at(-1);
    until ??= last === undefined ? Math.max(...endsOf(found)) : await lastEnd(calendar, query);
    const shown = found.filter(({ password }) => password === '');
    for (let from = 0; from < shown.length; from += WRITTEN_AT_ONCE) {
      const slice = shown.slice(from, from + WRITTEN_AT_ONCE);
      const related = await readRelated({ documents, principal: anonymous, display }, slice);
      const entries: string[] = [];
      for (const event of slice) {
        await waitForTurn(event.content.length);
        entries.push(componentText(eventComponent(event, partsOf(event, related, request.site))));
      }
      yield [...zoneRules(slice, knownZones, until), ...entries].join('');
      await yieldToEventLoop();
    }
    if (last === undefined) break;
    filter = { all: [query.filter, recordsAfter(field, { value: last[field], id: last.id })] };
  }
  yield CALENDAR_END;
}

/**
 * `/events/feed.ics`: the feed to which programs subscribe. Everybody gets the same events: those that are published
 * and need no password.
 */
export const feedRoute = (calendar: Calendar): Route =>
  route({
    namespace: 'internal',
    path: '/pages/events/feed.ics',
    methods: ['GET'],
    summary: 'Events as an iCalendar file',
    hidden: true,
    expensive: true,
    args: feedArgs(calendar),
    handle: async (request) => {
      const parts = feedParts(calendar, request, await feedQuery(calendar, request));
      const headers = { 'Content-Disposition': 'inline; filename="events.ics"' };
      return cachedParts(request, { parts, contentType: CALENDAR_TYPE }, headers);
    },
  });
