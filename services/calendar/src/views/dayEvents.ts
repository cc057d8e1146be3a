import { toUtc, toWallClock } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import type { Bounds } from '../events/dateBounds.ts';
import { type EventState, events } from '../events/event.ts';
import { type DaySpan, daysOf } from './days.ts';
import { isOvernight } from './eventTimes.ts';
import { filtersWithin, listedIn, startField } from './pageClock.ts';
import type { PageContext } from './pageContext.ts';

/** An event with the calendar days that it spans. */
export interface SpanningEvent extends DaySpan {
  readonly event: EventState;
}

/** The requested events of a day, and the number of all its events. */
export interface DayEvents {
  readonly date: Temporal.PlainDate;
  /** Events that began on an earlier day. */
  readonly continuing: readonly SpanningEvent[];
  readonly starting: readonly SpanningEvent[];
  /** The number of events that start on the day, and of all its events. */
  readonly started: number;
  readonly total: number;
}

/** Returns the number of events on consecutive days, each counted once. */
export const countDistinctEvents = (days: readonly DayEvents[]): number =>
  days.reduce((sum, { started, total }, index) => sum + (index === 0 ? total : started), 0);

export interface DayQuery {
  readonly filters: readonly Filter[];
  /** The maximum number of events to read that start on a day. */
  readonly limit: number;
  /** The number of them to skip. */
  readonly offset?: number;
}

/**
 * The maximum number of continuing events to read that begin on one day, or before the first one; further ones are only
 * counted.
 */
const MAX_CONTINUING_EVENTS = 100;

const clock = (date: Temporal.PlainDate, time = '00:00'): string => `${date} ${time}:00`;

/** Returns the events of consecutive days, each event once. */
export const shownOn = (days: readonly DayEvents[]): EventState[] => {
  const found = days.flatMap(({ continuing, starting }) => [...continuing, ...starting]);
  return [...new Map(found.map(({ event }) => [event.id, event])).values()];
};

/** Returns the bounds of events that continue from an earlier day (docs/interface/pages.md §5). */
const continuingOn = (date: Temporal.PlainDate, cutoff: string): Bounds => ({
  starts_before: clock(date),
  ends_after: clock(date, cutoff),
});

/** Returns the bounds of events that begin on a day and continue on the next one. */
const continuingFrom = (date: Temporal.PlainDate, cutoff: string): Bounds => ({
  ...continuingOn(date.add({ days: 1 }), cutoff),
  start_date: clock(date),
});

/** Returns the bounds of events that begin on a day, or within several days. */
export const boundsOfDays = (date: Temporal.PlainDate, days = 1): Bounds => ({
  start_date: clock(date),
  starts_before: clock(date.add({ days })),
});

/** Returns functions that find and count the events between bounds that the caller may see. */
const readerOf = ({ calendar, request, renderContext }: PageContext, filters: readonly Filter[]) => {
  const listed = listedIn(calendar, renderContext.language, request.principal);
  const order = [{ field: startField(calendar), direction: 'asc' }] as const;
  const filterOf = (bounds: Bounds): Filter => ({ all: [...listed, ...filtersWithin(calendar, bounds), ...filters] });
  return {
    find: (bounds: Bounds, limit: number, offset = 0): Promise<EventState[]> =>
      calendar.documents.find<EventState>(events, { filter: filterOf(bounds), order, limit, offset }),
    count: (bounds: Bounds): Promise<number> => calendar.documents.count(events, filterOf(bounds)),
  };
};

/** Returns an event with its days, in the zone by which the calendar compares dates. One that only passes midnight has one day. */
export const withDaySpan = (event: EventState, { renderContext: { site } }: Pick<PageContext, 'renderContext'>) => {
  const { zone_mode: mode, timezone: zone, day_cutoff: cutoff } = site;
  const clockOf = (own: string, utc: string): string => (mode === 'site' ? toWallClock(utc, zone) : own);
  const { start, startUtc, end, endUtc } = event;
  const span = daysOf(clockOf(start, startUtc), clockOf(end, endUtc), cutoff);
  return { event, ...(isOvernight(event) ? { first: span.first, last: span.first } : span) };
};

/** Returns the filter for events that began before a day and have not ended when it begins. */
const goesOn = (date: Temporal.PlainDate, { renderContext: { site } }: PageContext) => {
  const from = clock(date, site.day_cutoff);
  const utc = site.zone_mode === 'site' ? toUtc(from, site.timezone) : undefined;
  return (event: EventState): boolean => (utc === undefined ? event.end > from : event.endUtc > utc);
};

/**
 * Returns the events of each of some consecutive days. Every day has its own query, so that a busy day does not use
 * up the limit of the others.
 */
export const eventsOfDays = async (
  context: PageContext,
  days: readonly Temporal.PlainDate[],
  { filters, limit, offset = 0 }: DayQuery,
): Promise<DayEvents[]> => {
  const { day_cutoff: cutoff } = context.renderContext.site;
  const { find, count } = readerOf(context, filters);
  const [first] = days;
  if (first === undefined) return [];
  const read = await Promise.all(
    days.map(async (date) => {
      const starting = await find(boundsOfDays(date), limit, offset);
      return { date, starting, isWhole: offset === 0 && starting.length < limit };
    }),
  );
  const begun = await Promise.all([
    find(continuingOn(first, cutoff), MAX_CONTINUING_EVENTS),
    // by the day on which they begin, so that a month reads the events of each of its days once
    ...read
      .slice(0, -1)
      .map(({ date, starting, isWhole }) =>
        isWhole
          ? starting.filter(goesOn(date.add({ days: 1 }), context))
          : find(continuingFrom(date, cutoff), MAX_CONTINUING_EVENTS),
      ),
  ]);
  return Promise.all(
    read.map(async ({ date, starting, isWhole }, place) => {
      const earlier = begun.slice(0, place + 1);
      const isOn = goesOn(date, context);
      const continuing = earlier.flat().filter((event) => !isOvernight(event) && isOn(event));
      const isCut = earlier.some(({ length }) => length === MAX_CONTINUING_EVENTS);
      const started = isWhole ? starting.length : await count(boundsOfDays(date));
      const total = started + (isCut ? await count(continuingOn(date, cutoff)) : continuing.length);
      const spans = (event: EventState): SpanningEvent => withDaySpan(event, context);
      return { date, continuing: continuing.map(spans), starting: starting.map(spans), started, total };
    }),
  );
};

/** Returns the day of the nearest event that starts before a day, or from it on; undefined without one. */
export const nearestDay = async (
  context: PageContext,
  filters: readonly Filter[],
  { date, isBefore }: { readonly date: Temporal.PlainDate; readonly isBefore: boolean },
): Promise<Temporal.PlainDate | undefined> => {
  const { calendar, request, renderContext } = context;
  const bounds: Bounds = isBefore ? { starts_before: clock(date) } : { start_date: clock(date) };
  const listed = listedIn(calendar, renderContext.language, request.principal);
  const [event] = await calendar.documents.find<EventState>(events, {
    filter: { all: [...listed, ...filtersWithin(calendar, bounds), ...filters] },
    order: [{ field: startField(calendar), direction: isBefore ? 'desc' : 'asc' }],
    limit: 1,
  });
  return event === undefined ? undefined : withDaySpan(event, context).first;
};
