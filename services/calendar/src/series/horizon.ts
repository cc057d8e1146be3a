import { toInstant, toWallClock, wallClockMs, wallClockOf } from '@almanac/dates';
import { type Recurrence, startsInSlices, startsOf } from '@almanac/dates/recurrence';
import { yieldToEventLoop } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { type Occurrence, type SeriesFacts, type SeriesState, seriesStart } from '../events/seriesAggregate.ts';

/** The months ahead for which occurrences are made, and the number of those to come. */
export interface Horizon {
  readonly months: number;
  readonly most: number;
}

export const horizonOf = ({ settings }: Pick<Calendar, 'settings'>): Horizon => {
  const { series_months: months, series_occurrences: most } = settings.current();
  return { months, most };
};

const DAY_MS = 86_400_000;
const LAST_START = '9999-12-28 00:00:00';

/** The years for which a next occurrence is looked for. */
const MAX_GAP_YEARS = 40;

/** Returns the local time some months later, within the supported years. */
const later = (clock: string, months: number): string => {
  const moved = Temporal.PlainDateTime.from(clock.replace(' ', 'T')).add({ months });
  return moved.year > 9999 ? LAST_START : moved.toString({ smallestUnit: 'second' }).replace('T', ' ');
};

const laterOf = (one: string, other: string): string => (one > other ? one : other);

type SeriesRules = Pick<SeriesFacts, 'anchor' | 'from' | 'timezone' | 'allDay'> & { readonly recurrence: Recurrence };

/**
 * Returns the first starts of a series up to the horizon, which begins now or, for a later series, with its start.
 * @throws InvalidRuleError for a rule that exceeds the limits
 */
export const firstStarts = async (series: SeriesRules, { months, most }: Horizon, now: Date): Promise<string[]> => {
  const { from, timezone } = series;
  const to = later(laterOf(from, toWallClock(now.getTime(), timezone)), months);
  return startsInSlices(series.recurrence, seriesStart(series), { from, to, most }, yieldToEventLoop);
};

/** Returns the starts of a series within the horizon after its last one. */
export const furtherStarts = (series: SeriesState, { months, most }: Horizon, now: Date): string[] => {
  const clock = toWallClock(now.getTime(), series.timezone);
  const last = series.occurrences.at(-1)?.[0] ?? series.from;
  const toCome = series.occurrences.filter(([start]) => start >= clock).length;
  if (toCome >= most) return [];
  const to = later(laterOf(series.from, clock), months);
  const from = wallClockOf(wallClockMs(last) + 1000);
  return from > to ? [] : startsOf(series.recurrence, seriesStart(series), { from, to, most: most - toCome });
};

/**
 * Returns the UTC time at which the next occurrence comes within the horizon; null for a series without a further one.
 * @param occurrences those that are made
 */
export const nextDue = async (
  series: SeriesRules,
  occurrences: readonly Occurrence[],
  { months, most }: Horizon,
  now: Date,
): Promise<string | null> => {
  const last = occurrences.at(-1)?.[0];
  if (last === undefined) return null;
  const from = wallClockOf(wallClockMs(last) + 1000);
  const to = later(from, MAX_GAP_YEARS * 12);
  const range = { from, to, most: 1 };
  const [next] = await startsInSlices(series.recurrence, seriesStart(series), range, yieldToEventLoop);
  if (next === undefined) return null;
  const reached = Math.max(toInstant(later(next, -months), series.timezone), now.getTime() + DAY_MS);
  const clock = toWallClock(now.getTime(), series.timezone);
  const toCome = occurrences.filter(([start]) => start >= clock);
  // a full series goes on when one of its occurrences has begun
  const begun = toCome.length < most ? 0 : toInstant(toCome[0]?.[0] ?? clock, series.timezone);
  return toWallClock(Math.max(reached, begun), 'UTC');
};
