import { anonymous } from '@almanac/identity';
import { cachedAnswer, plain } from '@almanac/pages';
import { inSlices, type RestRequest, type Route, route, waitForTurn } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { defaultBounds } from '../events/dateBounds.ts';
import { type EventState, events } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import { eventListArgs } from '../events/eventListArgs.ts';
import { type EventListArgs, eventQuery } from '../events/eventQuery.ts';
import { type RelatedRecords, readRelated, unprotectedItems } from '../events/relatedRecords.ts';
import { calendarFile, entryText } from './calendarFile.ts';
import { type EntryParts, eventComponent } from './eventComponent.ts';

/** The number of events per query. */
const AT_ONCE = 100;
/** The number of events rendered per turn of the event loop, about 10 ms. */
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

/** Reads all events of the window and renders their entries. */
const entriesOf = async (calendar: Calendar, request: FeedRequest) => {
  const { documents } = calendar;
  const { filter, order } = await feedQuery(calendar, request);
  const display = eventDisplay(calendar, request);
  const all: { readonly event: EventState; readonly entry: string }[] = [];
  const written = async (slice: readonly EventState[]): Promise<void> => {
    const related = await readRelated({ documents, principal: anonymous, display }, slice);
    for (const event of slice) {
      await waitForTurn(event.content.length);
      all.push({ event, entry: entryText(eventComponent(event, partsOf(event, related, request.site))) });
    }
  };
  for (let offset = 0; ; offset += AT_ONCE) {
    const found = await documents.find<EventState>(events, { filter, order, limit: AT_ONCE, offset });
    const shown = found.filter(({ password }) => password === '');
    await inSlices(shown, WRITTEN_AT_ONCE, written);
    if (found.length < AT_ONCE) return all;
  }
};

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
    args: feedArgs(calendar),
    handle: async (request) => {
      const all = await entriesOf(calendar, request);
      const { name, description, timezone: zone } = calendar.settings.current();
      const head = { name, description, zone };
      const [shown, entries] = [all.map(({ event }) => event), all.map(({ entry }) => entry)];
      return cachedAnswer(
        { headers: request.headers, principal: anonymous },
        { body: calendarFile(head, shown, entries), contentType: CALENDAR_TYPE },
        { headers: { 'Content-Disposition': 'inline; filename="events.ics"' } },
      );
    },
  });
