import { toUtc, toWallClock } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import type { Bounds } from '../events/dateBounds.ts';
import { type EventState, events } from '../events/event.ts';
import { daysOf, type Spanning } from './days.ts';
import { listedIn, startField, within } from './pageClock.ts';
import type { PageContext } from './pageContext.ts';

/** An event with the days of the calendar that it is on. */
export interface SpanningEvent extends Spanning {
  readonly event: EventState;
}

/** What is on on a day, as far as it was asked for, and how much there is in all. */
export interface DayEvents {
  readonly date: Temporal.PlainDate;
  /** Those that began before. */
  readonly continuing: readonly SpanningEvent[];
  readonly starting: readonly SpanningEvent[];
  /** How many start on it, and how many are on in all. */
  readonly started: number;
  readonly total: number;
}

/** How many events are on on days that follow one another, each counted once. */
export const countedOnce = (days: readonly DayEvents[]): number =>
  days.reduce((sum, { started, total }, index) => sum + (index === 0 ? total : started), 0);

export interface Wanted {
  readonly filters: readonly Filter[];
  /** How many of the events are read that start on a day. */
  readonly limit: number;
  /** How many of them are passed over. */
  readonly offset?: number;
}

/** More events than go on from one day to the next almost anywhere; where there are more, they are counted. */
const MOST_CONTINUING = 100;

const clock = (date: Temporal.PlainDate, time = '00:00'): string => `${date} ${time}:00`;

/** What is shown of days that follow one another, each event once. */
export const shownOn = (days: readonly DayEvents[]): EventState[] => {
  const found = days.flatMap(({ continuing, starting }) => [...continuing, ...starting]);
  return [...new Map(found.map(({ event }) => [event.id, event])).values()];
};

/** Events that go on on a day although they began before it (docs/interface/pages.md §5). */
const continuingOn = (date: Temporal.PlainDate, cutoff: string, since?: Temporal.PlainDate): Bounds => ({
  ...(since !== undefined && { start_date: clock(since) }),
  starts_before: clock(date),
  ends_after: clock(date, cutoff),
});

/** Events that begin on a day, or within several. */
export const startingOn = (date: Temporal.PlainDate, days = 1): Bounds => ({
  start_date: clock(date),
  starts_before: clock(date.add({ days })),
});

/** Reads events of one calendar: what its caller sees, filtered, between bounds. */
const readerOf = ({ calendar, request, renderContext }: PageContext, filters: readonly Filter[]) => {
  const listed = listedIn(calendar, renderContext.language, request.principal);
  const order = [{ field: startField(calendar), direction: 'asc' }] as const;
  const filterOf = (bounds: Bounds): Filter => ({ all: [...listed, ...within(calendar, bounds), ...filters] });
  return {
    find: (bounds: Bounds, limit: number, offset = 0): Promise<EventState[]> =>
      calendar.documents.find<EventState>(events, { filter: filterOf(bounds), order, limit, offset }),
    count: (bounds: Bounds): Promise<number> => calendar.documents.count(events, filterOf(bounds)),
  };
};

/** The days of an event on the clocks by which the calendar compares dates. */
export const spanning = (event: EventState, { renderContext: { site } }: Pick<PageContext, 'renderContext'>) => {
  const { zone_mode: mode, timezone: zone, day_cutoff: cutoff } = site;
  const clocks = mode === 'site' ? [event.startUtc, event.endUtc].map((utc) => toWallClock(utc, zone)) : undefined;
  const [start, end] = clocks ?? [event.start, event.end];
  return { event, ...daysOf(start as string, end as string, cutoff) };
};

/** Whether an event that began before a day goes on on it. */
const goesOn = (date: Temporal.PlainDate, { renderContext: { site } }: PageContext) => {
  const from = clock(date, site.day_cutoff);
  const utc = site.zone_mode === 'site' ? toUtc(from, site.timezone) : undefined;
  return (event: EventState): boolean => (utc === undefined ? event.end > from : event.endUtc > utc);
};

/**
 * What is on on each of some days that follow one another. Each day is asked for by itself, so that none of them makes
 * others end early, however much is on.
 */
export const eventsOfDays = async (
  context: PageContext,
  days: readonly Temporal.PlainDate[],
  { filters, limit, offset = 0 }: Wanted,
): Promise<DayEvents[]> => {
  const { day_cutoff: cutoff } = context.renderContext.site;
  const { find, count } = readerOf(context, filters);
  const [first] = days;
  if (first === undefined) return [];
  const before = await find(continuingOn(first, cutoff), MOST_CONTINUING);
  return Promise.all(
    days.map(async (date) => {
      const since = date.equals(first) ? [] : await find(continuingOn(date, cutoff, first), MOST_CONTINUING);
      const starting = await find(startingOn(date), limit, offset);
      const continuing = [...before.filter(goesOn(date, context)), ...since];
      const isCut = before.length === MOST_CONTINUING || since.length === MOST_CONTINUING;
      const isWhole = offset === 0 && starting.length < limit;
      const started = isWhole ? starting.length : await count(startingOn(date));
      const total = started + (isCut ? await count(continuingOn(date, cutoff)) : continuing.length);
      const spans = (event: EventState): SpanningEvent => spanning(event, context);
      return { date, continuing: continuing.map(spans), starting: starting.map(spans), started, total };
    }),
  );
};

/** The day of the nearest event that starts before a day, or on it or after; undefined where there is none. */
export const nearestDay = async (
  context: PageContext,
  filters: readonly Filter[],
  { date, isBefore }: { readonly date: Temporal.PlainDate; readonly isBefore: boolean },
): Promise<Temporal.PlainDate | undefined> => {
  const { calendar, request, renderContext } = context;
  const bounds: Bounds = isBefore ? { starts_before: clock(date) } : { start_date: clock(date) };
  const listed = listedIn(calendar, renderContext.language, request.principal);
  const [event] = await calendar.documents.find<EventState>(events, {
    filter: { all: [...listed, ...within(calendar, bounds), ...filters] },
    order: [{ field: startField(calendar), direction: isBefore ? 'desc' : 'asc' }],
    limit: 1,
  });
  return event === undefined ? undefined : spanning(event, context).first;
};
