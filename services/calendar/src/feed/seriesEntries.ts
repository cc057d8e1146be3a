import { calendarRecurrence } from '@almanac/dates/recurrence';
import { type Documents, type Filter, recordsAfter } from '@almanac/documents';
import { yieldToEventLoop } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { type EventState, events } from '../events/event.ts';
import type { EventQuery } from '../events/eventQuery.ts';
import { editedAlone } from '../events/ownFields.ts';
import { type SeriesState, seriesCollection, seriesStart } from '../events/seriesAggregate.ts';
import { componentText, rulesOfZones } from './calendarFile.ts';
import { entryPartsOf } from './entryParts.ts';
import { seriesUidOf } from './entryUid.ts';
import { changedComponent, eventComponent, seriesComponent, seriesZone } from './eventComponent.ts';
import { firstOfSeries, type SeriesSpan, unprotected } from './feedSeries.ts';
import { isNamedZone } from './timezoneComponent.ts';

/** The number of series in a part of the feed, and of events that are read at once. */
const SERIES_AT_ONCE = 10;
const EVENTS_AT_ONCE = 100;

const byStart = [{ field: 'start', direction: 'asc' }] as const;

/** Reads all events of a filter, a few at a time. */
async function* eventsIn(documents: Documents, filter: Filter): AsyncGenerator<readonly EventState[]> {
  for (let after: EventState | undefined; ; ) {
    const rest = after === undefined ? [] : [recordsAfter('start', { value: after.start, id: after.id })];
    const page: EventState[] = await documents.find<EventState>(events, {
      filter: { all: [filter, ...rest] },
      order: byStart,
      limit: EVENTS_AT_ONCE,
    });
    yield page;
    if (page.length < EVENTS_AT_ONCE) return;
    after = page.at(-1);
    await yieldToEventLoop();
  }
}

const allIn = async (documents: Documents, filter: Filter): Promise<EventState[]> => {
  const all: EventState[] = [];
  for await (const page of eventsIn(documents, filter)) all.push(...page);
  return all;
};

/** The occurrences of a series that a feed shows. */
interface ShownSeries {
  readonly series: SeriesState;
  /** An occurrence with the members that all share. */
  readonly unchanged: EventState;
  readonly changed: readonly EventState[];
  /** The original starts of occurrences that the feed does not have. */
  readonly missing: readonly string[];
}

/** Returns the shown occurrences of a series; undefined if none has the members of the series. */
const shownSeries = async (
  documents: Documents,
  id: number,
  { filter }: EventQuery,
): Promise<ShownSeries | undefined> => {
  const series = (await documents.get<SeriesState>(seriesCollection, id))?.body ?? undefined;
  if (series === undefined || series.deleted) return undefined;
  const own: Filter = { all: [filter, unprotected, { field: 'series', equals: id }] };
  const [unchanged] = await documents.find<EventState>(events, {
    filter: { all: [own, { not: editedAlone }] },
    order: byStart,
    limit: 1,
  });
  if (unchanged === undefined) return undefined;
  const changed = await allIn(documents, { all: [own, editedAlone] });
  return { series, unchanged, changed, missing: await missingStarts(documents, series, own) };
};

const missingStarts = async (
  documents: Documents,
  { occurrences }: SeriesState,
  own: Filter,
): Promise<readonly string[]> => {
  if ((await documents.count(events, own)) === occurrences.length) return [];
  const there = new Set((await allIn(documents, own)).map(({ id }) => id));
  return occurrences.flatMap(([start, id]) => (there.has(id) ? [] : [start]));
};

interface SeriesPlace {
  readonly query: EventQuery;
  readonly windowless: EventQuery;
  /** The id of the last series before. */
  readonly after: number;
  readonly span: SeriesSpan;
  /** The zones whose rules are in the feed. */
  readonly zones: readonly string[];
}

interface SeriesEntries {
  readonly texts: readonly string[];
  /** The id of the last series; undefined if no other one follows. */
  readonly last: number | undefined;
  readonly known: readonly string[];
}

type FeedRequest = Parameters<typeof entryPartsOf>[1];

/** The entries of a series, and the zones in which they are written. */
interface Entries {
  readonly zones: readonly string[];
  readonly texts: readonly string[];
}

/** Returns occurrences that are all that a feed shows of a series, as single events. */
const singleEntries = async (
  calendar: Calendar,
  request: FeedRequest,
  shown: readonly EventState[],
): Promise<Entries> => {
  const parts = await entryPartsOf(calendar, request, shown);
  return { zones: zonesOf(shown), texts: shown.map((event) => componentText(eventComponent(event, parts(event)))) };
};

/** Single times at fixed offsets are written in UTC. */
const zonesOf = (shown: readonly EventState[]): string[] =>
  shown.flatMap(({ timezone, allDay }) => (allDay || !isNamedZone(timezone) ? [] : [timezone]));

/** Returns one entry for a series, and one for each changed occurrence. */
const recurringEntries = async (
  calendar: Calendar,
  request: FeedRequest,
  { series, unchanged, changed, missing }: ShownSeries,
): Promise<Entries> => {
  const parts = await entryPartsOf(calendar, request, [unchanged, ...changed]);
  const { id, timezone, allDay, length, version, from, occurrences, recurrence } = series;
  const to = occurrences.at(-1)?.[0] ?? from;
  const described = calendarRecurrence(recurrence, seriesStart(series), { from, to });
  const exdates = [...new Set([...described.exdates, ...missing])].sort();
  const own = { uid: seriesUidOf(id, request.site), timezone, allDay };
  const entries = [
    seriesComponent(unchanged, parts(unchanged), { ...own, ...described, exdates, length, version }),
    ...changed.map((event) => changedComponent(event, parts(event), own)),
  ];
  return { zones: [...(allDay ? [] : [seriesZone(timezone)]), ...zonesOf(changed)], texts: entries.map(componentText) };
};

/** Returns the entries of the next series of a feed. */
export const seriesEntries = async (
  calendar: Calendar,
  request: FeedRequest,
  { query, windowless, after, span, zones }: SeriesPlace,
): Promise<SeriesEntries> => {
  const { documents } = calendar;
  const known = new Set(zones);
  const texts: string[] = [];
  let last = await firstOfSeries(documents, query.filter, after);
  for (let count = 1; last !== undefined; count++) {
    const shown = await shownSeries(documents, last, windowless);
    const inWindow: Filter = { all: [query.filter, unprotected, { field: 'series', equals: last }] };
    const entries =
      shown === undefined
        ? await singleEntries(calendar, request, await allIn(documents, inWindow))
        : await recurringEntries(calendar, request, shown);
    texts.push(...rulesOfZones(entries.zones, known, span), ...entries.texts);
    if (count === SERIES_AT_ONCE) break;
    await yieldToEventLoop();
    last = await firstOfSeries(documents, query.filter, last);
  }
  return { texts, last, known: [...known] };
};
