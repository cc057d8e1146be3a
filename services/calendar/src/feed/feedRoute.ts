import { toInstant } from '@almanac/dates';
import { recordsAfter } from '@almanac/documents';
import { anonymous } from '@almanac/identity';
import { cachedParts, plain } from '@almanac/pages';
import { contentDigest, type RestRequest, type RestResponse, type Route, route, yieldToEventLoop } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { prepareTexts } from '../content-items/renderedTexts.ts';
import { defaultBounds } from '../events/dateBounds.ts';
import { type EventState, events } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import { eventListArgs } from '../events/eventListArgs.ts';
import { type EventListArgs, type EventQuery, eventQuery } from '../events/eventQuery.ts';
import { type RelatedRecords, readRelated, unprotectedItems } from '../events/relatedRecords.ts';
import type { EntryParts } from './eventComponent.ts';

/** The number of events in a part of the feed, rendered in about 10 ms. */
const AT_ONCE = 50;

const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/** Returns the filters of the list of events, without those for pages and for events that are not public. */
export const feedArgs = ({ settings, now }: Calendar) => {
  const window = () => {
    const { timezone: zone, day_cutoff: cutoff } = settings.current();
    return defaultBounds({ zone, cutoff, now: now() });
  };
  const { page, per_page, status, password, import_uid, collapse_series, ...filters } = eventListArgs({
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

export type FeedRequest = RestRequest<
  Omit<EventListArgs, 'page' | 'per_page' | 'status' | 'password' | 'import_uid' | 'collapse_series'>
>;

/** Loads the code that writes calendar files, with its package, at the first feed. */
const loadWriter = async () => ({
  ...(await import('./calendarFile.ts')),
  ...(await import('./eventComponent.ts')),
});

/** Returns the query of a feed, as an anonymous caller: everybody gets the same events. */
export const feedQuery = (calendar: Calendar, request: FeedRequest) => {
  const unasked = {
    collapse_series: false,
    page: 1,
    per_page: AT_ONCE,
    status: undefined,
    password: undefined,
    import_uid: undefined,
  };
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

/** The place in a feed where a part begins. */
interface FeedPlace {
  /** The event before it; missing at the beginning. */
  readonly after?: { readonly value: string; readonly id: number };
  /** The end of the last event of the feed, in milliseconds; missing at the beginning. */
  readonly until?: number;
  /** The zones whose rules are in the parts before. */
  readonly zones: readonly string[];
}

interface FeedPart {
  readonly text: string;
  /** Missing for the last part. */
  readonly next?: FeedPlace;
}

const orderOf = ({ order }: EventQuery) => (order[0]?.field === 'startUtc' ? 'startUtc' : 'start');

/** Makes a part of the feed: a few events of its window, with the rules of zones that they need first. */
const feedPart = async (
  calendar: Calendar,
  { request, query }: { readonly request: FeedRequest; readonly query: EventQuery },
  { after, until: knownEnd, zones: knownZones }: FeedPlace,
): Promise<FeedPart> => {
  const { documents } = calendar;
  const field = orderOf(query);
  const found = await documents.find<EventState>(events, {
    filter: after === undefined ? query.filter : { all: [query.filter, recordsAfter(field, after)] },
    order: [{ field, direction: 'asc' }],
    limit: AT_ONCE,
  });
  const last = found.length < AT_ONCE ? undefined : found.at(-1);
  const until = knownEnd ?? (last === undefined ? Math.max(...endsOf(found)) : await lastEnd(calendar, query));
  const shown = found.filter(({ password }) => password === '');
  const display = eventDisplay(calendar, request);
  const related = await readRelated({ documents, principal: anonymous, display }, shown);
  const { componentText, eventComponent, zoneRules } = await loadWriter();
  const entries: string[] = [];
  for (const event of shown) {
    await prepareTexts(event);
    entries.push(componentText(eventComponent(event, partsOf(event, related, request.site))));
  }
  const zones = new Set(knownZones);
  const text = [...zoneRules(shown, zones, until), ...entries].join('');
  return { text, ...(last && { next: { after: { value: last[field], id: last.id }, until, zones: [...zones] } }) };
};

/**
 * Returns the version of a feed: of everything that it is made of. Undefined if the store does not count its changes.
 */
const feedVersion = async (
  { documents, settings }: Calendar,
  { language, site }: FeedRequest,
  query: EventQuery,
): Promise<string | undefined> => {
  const version = await documents.version();
  if (version === undefined) return undefined;
  const sources = [version, settings.current(), language, site, query.filter, query.bounds, orderOf(query)];
  return contentDigest(JSON.stringify(sources));
};

interface VersionedQuery {
  readonly request: FeedRequest;
  readonly query: EventQuery;
  /** Read before the events, so that the feed is never older than its version. */
  readonly version: string | undefined;
}

/** Makes the feed in parts, which identical feeds of one version share. */
async function* feedParts(calendar: Calendar, { request, query, version }: VersionedQuery): AsyncGenerator<string> {
  const { name, description, timezone: zone } = calendar.settings.current();
  const { CALENDAR_END, calendarBeginning } = await loadWriter();
  yield calendarBeginning({ name, description, zone });
  let place: FeedPlace | undefined = { zones: [] };
  for (let read = 0; place !== undefined && read < MAX_FEED_EVENTS; read += AT_ONCE) {
    const at: FeedPlace = place;
    const key = JSON.stringify([version, query.filter, orderOf(query), at]);
    const { text, next } = await request.share(key, () => feedPart(calendar, { request, query }, at));
    yield text;
    await yieldToEventLoop();
    place = next;
  }
  yield CALENDAR_END;
}

/** Returns the answer with a feed as a file of a name. */
export const answerFeed = async (calendar: Calendar, request: FeedRequest, file: string): Promise<RestResponse> => {
  const query = await feedQuery(calendar, request);
  const version = await feedVersion(calendar, request, query);
  const parts = feedParts(calendar, { request, query, version });
  const headers = { 'Content-Disposition': `inline; filename="${file}"` };
  return cachedParts(request, { parts, contentType: CALENDAR_TYPE, version }, headers);
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
    expensive: true,
    args: feedArgs(calendar),
    handle: (request) => answerFeed(calendar, request, 'events.ics'),
  });
