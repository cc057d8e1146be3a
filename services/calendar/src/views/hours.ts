import { toInstant, toWallClock } from '@almanac/dates';
import type { SpanningEvent } from './dayEvents.ts';

const QUARTER = 15 * 60_000;
const HOUR = 60 * 60_000;

/** The minimum number of rows of an event, so that its title fits. */
export const LEAST_ROWS = 2;

/** An hour of a day; days on which clocks change have 23 or 25 hours. */
export interface Hour {
  /** Local time, `YYYY-MM-DD HH:MM:SS`. */
  readonly clock: string;
  /** Milliseconds. */
  readonly instant: number;
  /** True if clocks show this hour for the second time, after they were set back. */
  readonly isAgain: boolean;
  readonly events: readonly PlacedEvent[];
}

/** An event with its rows, which are quarters of an hour counted from 1, and its lane beside overlapping events. */
export interface PlacedEvent extends SpanningEvent {
  readonly row: number;
  readonly rows: number;
  readonly lane: number;
}

/** Returns the instants at which an event begins and ends, in milliseconds. */
export type InstantsOf = (entry: SpanningEvent) => { readonly start: number; readonly end: number };

/** Places overlapping events into separate lanes, as few as possible. */
export const assignLanes = <Placed extends Pick<PlacedEvent, 'row' | 'rows'>>(
  placed: readonly Placed[],
): (Placed & Pick<PlacedEvent, 'lane'>)[] => {
  const free: number[] = [];
  return placed.map((each) => {
    const found = free.findIndex((from) => from <= each.row);
    const lane = found === -1 ? free.length : found;
    free[lane] = each.row + each.rows;
    return { ...each, lane };
  });
};

/** Returns the hours of a day with the events that start in them. */
export const hoursOf = (
  date: Temporal.PlainDate,
  zone: string,
  { events, instantsOf }: { readonly events: readonly SpanningEvent[]; readonly instantsOf: InstantsOf },
): Hour[] => {
  const midnightOf = (day: Temporal.PlainDate): number => toInstant(`${day} 00:00:00`, zone);
  const [begin, end] = [midnightOf(date), midnightOf(date.add({ days: 1 }))];
  const count = Math.ceil((end - begin) / HOUR);
  const placed = assignLanes(
    events
      .map((entry) => ({ entry, ...instantsOf(entry) }))
      .sort((a, b) => a.start - b.start)
      .map(({ entry, start, end: until }) => {
        const row = Math.floor((Math.max(start, begin) - begin) / QUARTER) + 1;
        const last = Math.ceil((Math.min(until, end) - begin) / QUARTER) + 1;
        return { ...entry, row, rows: Math.max(LEAST_ROWS, last - row) };
      }),
  );
  const seen = new Set<string>();
  return Array.from({ length: count }, (_, hour) => {
    const instant = begin + hour * HOUR;
    const clock = toWallClock(instant, zone);
    const isAgain = seen.has(clock);
    seen.add(clock);
    return { clock, instant, isAgain, events: placed.filter(({ row }) => Math.floor((row - 1) / 4) === hour) };
  });
};
