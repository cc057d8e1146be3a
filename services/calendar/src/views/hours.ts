import { toInstant, toWallClock } from '@almanac/dates';
import type { SpanningEvent } from './dayEvents.ts';

const QUARTER = 15 * 60_000;
const HOUR = 60 * 60_000;

/** Rows of an event at least, so that its title has room. */
export const LEAST_ROWS = 2;

/** An hour of a day: 23 or 25 of them when the clocks are changed. */
export interface Hour {
  /** What clocks show, `YYYY-MM-DD HH:MM:SS`. */
  readonly clock: string;
  /** Milliseconds. */
  readonly instant: number;
  /** Whether clocks show it for the second time. */
  readonly isAgain: boolean;
  readonly events: readonly PlacedEvent[];
}

/** An event among the quarters of its day, counted from 1, beside those that overlap it. */
export interface PlacedEvent extends SpanningEvent {
  readonly row: number;
  readonly rows: number;
  readonly lane: number;
}

/** Which instants the events of a calendar begin and end at. */
export type InstantsOf = (entry: SpanningEvent) => { readonly start: number; readonly end: number };

/** Puts what overlaps into lanes of its own, the fewest that are needed. */
export const inLanes = <Placed extends Pick<PlacedEvent, 'row' | 'rows'>>(
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

/** The hours of a day with the events that start in them. */
export const hoursOf = (
  date: Temporal.PlainDate,
  zone: string,
  { events, instantsOf }: { readonly events: readonly SpanningEvent[]; readonly instantsOf: InstantsOf },
): Hour[] => {
  const midnightOf = (day: Temporal.PlainDate): number => toInstant(`${day} 00:00:00`, zone);
  const [begin, end] = [midnightOf(date), midnightOf(date.add({ days: 1 }))];
  const count = Math.ceil((end - begin) / HOUR);
  const placed = inLanes(
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
