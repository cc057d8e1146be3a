import { toInstant } from '@almanac/dates';
import { type Filter, recordsAfter } from '@almanac/documents';
import { anonymous } from '@almanac/identity';
import { cachedParts } from '@almanac/pages';
import { contentDigest, type RestRequest, type RestResponse, type Route, route, yieldToEventLoop } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { boundNames, defaultBounds } from '../events/dateBounds.ts';
import { type EventState, events } from '../events/event.ts';
import { eventListArgs } from '../events/eventListArgs.ts';
import { type EventListArgs, type EventQuery, eventQuery } from '../events/eventQuery.ts';
import { entryPartsOf } from './entryParts.ts';
import { firstOfSeries, type SeriesSpan, seriesSpan } from './feedSeries.ts';

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

/** Returns the query of a feed without its window. */
const windowlessQuery = (calendar: Calendar, request: FeedRequest): Promise<EventQuery> => {
  const unbounded = Object.fromEntries(boundNames.map((name) => [name, undefined]));
  return feedQuery(calendar, { ...request, args: { ...request.args, ...unbounded } });
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
  /** For a part with series: the id of the series before it, and the time for which the feed has rules of zones. */
  readonly series?: { readonly after: number; readonly span: SeriesSpan };
}

interface FeedPart {
  readonly text: string;
  /** The number of its events and series. */
  readonly size: number;
  /** Missing for the last part. */
  readonly next?: FeedPlace;
}

const orderOf = ({ order }: EventQuery) => (order[0]?.field === 'startUtc' ? 'startUtc' : 'start');

/** Makes a part of the feed: a few single events of its window, with the rules of zones that they need first. */
const feedPart = async (
  calendar: Calendar,
  { request, query }: Pick<VersionedQuery, 'request' | 'query'>,
  { after, until: knownEnd, zones: knownZones }: FeedPlace,
): Promise<FeedPart> => {
  const field = orderOf(query);
  const singles: Filter = request.args.include === undefined ? { field: 'series', equals: null } : { all: [] };
  const filters = [query.filter, singles, ...(after === undefined ? [] : [recordsAfter(field, after)])];
  const order = [{ field, direction: 'asc' }] as const;
  const found = await calendar.documents.find<EventState>(events, { filter: { all: filters }, order, limit: AT_ONCE });
  const last = found.length < AT_ONCE ? undefined : found.at(-1);
  const until = knownEnd ?? (last === undefined ? Math.max(...endsOf(found)) : await lastEnd(calendar, query));
  const shown = found.filter(({ password }) => password === '');
  const parts = await entryPartsOf(calendar, request, shown);
  const { componentText, eventComponent, zoneRules } = await loadWriter();
  const entries = shown.map((event) => componentText(eventComponent(event, parts(event))));
  const zones = new Set(knownZones);
  const text = [...zoneRules(shown, zones, until), ...entries].join('');
  const next = last && { after: { value: last[field], id: last.id }, until, zones: [...zones] };
  return { text, size: found.length, ...(next && { next }) };
};

/** Makes a part of the feed with a few series. After the last one, single events follow. */
const seriesPart = async (
  calendar: Calendar,
  { request, query, windowless }: VersionedQuery,
  { zones, series }: Required<Pick<FeedPlace, 'zones' | 'series'>>,
): Promise<FeedPart> => {
  const { after, span } = series;
  const { seriesEntries } = await import('./seriesEntries.ts');
  const { texts, last, known } = await seriesEntries(calendar, request, { query, windowless, after, span, zones });
  const text = texts.join('');
  if (last !== undefined) return { text, size: texts.length, next: { zones: known, series: { after: last, span } } };
  return { text, size: texts.length, next: { zones: known, until: span.to } };
};

/** Returns the place where a feed begins: at its series, if it has any. */
const beginning = async (calendar: Calendar, { request, query, windowless }: VersionedQuery): Promise<FeedPlace> => {
  const { documents } = calendar;
  if (request.args.include !== undefined) return { zones: [] };
  if ((await firstOfSeries(documents, query.filter, 0)) === undefined) return { zones: [] };
  const span = await seriesSpan(documents, { query, windowless, until: await lastEnd(calendar, query) });
  return { zones: [], series: { after: 0, span } };
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
  /** The same without the window. */
  readonly windowless: EventQuery;
  /** Read before the events, so that the feed is never older than its version. */
  readonly version: string | undefined;
}

/** Makes the feed in parts, which identical feeds of one version share. */
async function* feedParts(calendar: Calendar, versioned: VersionedQuery): AsyncGenerator<string> {
  const { request, query, version } = versioned;
  const { name, description, timezone: zone } = calendar.settings.current();
  const { CALENDAR_END, calendarBeginning } = await loadWriter();
  yield calendarBeginning({ name, description, zone });
  let place: FeedPlace | undefined = await beginning(calendar, versioned);
  for (let read = 0; place !== undefined && read < MAX_FEED_EVENTS; ) {
    const at: FeedPlace = place;
    const { series, zones } = at;
    const key = JSON.stringify([version, query.filter, orderOf(query), at]);
    const { text, size, next }: FeedPart = await request.share(key, () =>
      series === undefined ? feedPart(calendar, versioned, at) : seriesPart(calendar, versioned, { series, zones }),
    );
    yield text;
    await yieldToEventLoop();
    read += size;
    place = next;
  }
  yield CALENDAR_END;
}

/** Returns the answer with a feed as a file of a name. */
export const answerFeed = async (calendar: Calendar, request: FeedRequest, file: string): Promise<RestResponse> => {
  const query = await feedQuery(calendar, request);
  const windowless = await windowlessQuery(calendar, request);
  const version = await feedVersion(calendar, request, query);
  const parts = feedParts(calendar, { request, query, windowless, version });
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
