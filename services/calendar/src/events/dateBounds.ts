import { toUtc, toWallClock, wallClockMs, wallClockOf } from '@almanac/dates';
import type { Filter, Range } from '@almanac/documents';
import { type DateText, readDate } from '../content-items/dateTexts.ts';
import { beginningOfDay, type DayCutoff, endOfDay } from './schedule.ts';

const DAY_MS = 86_400_000;

/** The arguments that bound the dates of listed events. */
export const boundNames = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const;

export type BoundName = (typeof boundNames)[number];

/** Bounds as local times of the site. */
export type Bounds = Readonly<Partial<Record<BoundName, string>>>;

export interface SiteClocks {
  readonly zone: string;
  readonly cutoff: DayCutoff;
  readonly zoneMode: 'event' | 'site';
  readonly now: Date;
}

/**
 * Reads bounds in the site's zone. Unless they are strict, `start_date` moves to the beginning of its day and every
 * other bound to the end of its day (docs/interface/calendar.md §7).
 * @throws DomainError 400 for a bound outside the supported years
 */
export const readBounds = (
  sent: Readonly<Partial<Record<BoundName, DateText | undefined>>>,
  strict: boolean,
  clocks: SiteClocks,
): Bounds => {
  const { cutoff } = clocks;
  const bounds: Partial<Record<BoundName, string>> = {};
  for (const name of boundNames) {
    const text = sent[name];
    if (text === undefined) continue;
    const clock = readDate(text, readingOf(clocks, name)).wallClock;
    if (strict) bounds[name] = clock;
    else bounds[name] = name === 'start_date' ? beginningOfDay(clock, cutoff) : endOfDay(clock, cutoff);
  }
  return bounds;
};

/** Reads the clock only for a text that is relative to it. */
const readingOf = (clocks: SiteClocks, argument: string) => ({
  zone: clocks.zone,
  argument,
  get now() {
    return clocks.now;
  },
});

const comparisons = {
  start_date: ['start', 'from'],
  end_date: ['end', 'to'],
  starts_before: ['start', 'before'],
  starts_after: ['start', 'after'],
  ends_before: ['end', 'before'],
  ends_after: ['end', 'after'],
} as const;

/**
 * Returns the filters of bounds. Events are compared by their own local times, in site mode by the instant.
 * The bounds of a field are one range: an index reads nothing outside it.
 */
export const boundFilters = (bounds: Bounds, { zoneMode, zone }: Pick<SiteClocks, 'zoneMode' | 'zone'>): Filter[] => {
  const ranges = new Map<string, Range>();
  for (const name of boundNames) {
    const clock = bounds[name];
    if (clock === undefined) continue;
    const [side, comparison] = comparisons[name];
    const [field, value] = zoneMode === 'site' ? [`${side}Utc`, toUtc(clock, zone)] : [side, clock];
    ranges.set(field, { ...ranges.get(field), field, [comparison]: value });
  }
  const [start, end] = zoneMode === 'site' ? (['startUtc', 'endUtc'] as const) : (['start', 'end'] as const);
  const last = ranges.get(end)?.to ?? ranges.get(end)?.before;
  // a walk by the start would go on to the last event of all
  if (typeof last === 'string') ranges.set(start, { ...ranges.get(start), field: start, to: dayAfter(last) });
  return [...ranges.values()];
};

/** Returns the time a day later: the local end of an event may be before its start when clocks are set back. */
const dayAfter = (clock: string): string => wallClockOf(wallClockMs(clock) + DAY_MS);

/**
 * Returns the default bounds of a list: from the site's day at the last minute of yesterday (UTC), to two years from
 * now (docs/interface/calendar.md §7).
 */
export const defaultBounds = ({ zone, cutoff, now }: Omit<SiteClocks, 'zoneMode'>) => {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  const inTwoYears = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('UTC')
    .add({ months: 24 }).epochMilliseconds;
  return {
    start: beginningOfDay(toWallClock(`${yesterday} 23:59:00`, zone), cutoff),
    end: endOfDay(toWallClock(inTwoYears, zone), cutoff),
  };
};
