import { addSeconds } from '@almanac/dates';

/** A span of days, the last one included. */
export interface DaySpan {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

const { compare } = Temporal.PlainDate;

const dateOf = (wallClock: string): Temporal.PlainDate => Temporal.PlainDate.from(wallClock.slice(0, 10));

/**
 * Returns the days of an event. An event that ends at the cutoff of a day, or before it, ends on the day before, unless
 * it also begins then (docs/interface/pages.md §5).
 * @param cutoff `HH:MM`
 */
export const daysOf = (start: string, end: string, cutoff: string): DaySpan => {
  const first = dateOf(start);
  const day = start.slice(0, 10);
  if (end.slice(0, 10) <= day) return { first, last: first };
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number);
  const lastMoment = addSeconds(end, -1 - 60 * (minutes + 60 * hours));
  return { first, last: lastMoment.slice(0, 10) <= day ? first : dateOf(lastMoment) };
};

/** Returns consecutive days from the first one. */
export const daysFrom = (first: Temporal.PlainDate, count: number): Temporal.PlainDate[] =>
  Array.from({ length: count }, (_, days) => first.add({ days }));

/** Returns the first day of the week of a day. @param startOfWeek 0 is Sunday */
export const weekOf = (date: Temporal.PlainDate, startOfWeek: number): Temporal.PlainDate =>
  date.subtract({ days: ((date.dayOfWeek % 7) - startOfWeek + 7) % 7 });

/** Returns the weeks of a month, each with the days of the month in their columns. */
export const weeksOf = (
  month: Temporal.PlainYearMonth,
  startOfWeek: number,
): (readonly (Temporal.PlainDate | undefined)[])[] => {
  const begin = weekOf(month.toPlainDate({ day: 1 }), startOfWeek);
  const end = month.add({ months: 1 }).toPlainDate({ day: 1 });
  const count = Math.ceil(begin.until(end).days / 7);
  return Array.from({ length: count }, (_, week) =>
    daysFrom(begin.add({ days: week * 7 }), 7).map((date) => (date.month === month.month ? date : undefined)),
  );
};

/** An entry of several days as a bar over them, in one of several stacked lanes. */
export interface DayBar<T> {
  readonly entry: T;
  readonly lane: number;
  readonly first: Temporal.PlainDate;
  readonly days: number;
}

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate => (compare(a, b) < 0 ? b : a);
const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate => (compare(a, b) < 0 ? a : b);

/**
 * Returns the bars of entries over consecutive days, each entry once, the longest at the top. An entry without a free
 * lane has no bar.
 */
export const createDayBars = <T extends DaySpan>(
  days: readonly Temporal.PlainDate[],
  entries: readonly T[],
  lanes: number,
): DayBar<T>[] => {
  const [begin, end] = [days[0], days.at(-1)];
  if (begin === undefined || end === undefined) return [];
  const free = Array.from({ length: lanes }, () => begin);
  const sorted = entries.toSorted((a, b) => compare(a.first, b.first) || compare(b.last, a.last));
  return sorted.flatMap((entry) => {
    const first = later(entry.first, begin);
    const last = earlier(entry.last, end);
    const lane = free.findIndex((from) => compare(from, first) <= 0);
    if (lane === -1 || compare(last, first) < 0) return [];
    free[lane] = last.add({ days: 1 });
    return [{ entry, lane, first, days: first.until(last).days + 1 }];
  });
};

/** True if a bar covers a day. */
export const coversDay = (
  { first, days }: Pick<DayBar<unknown>, 'first' | 'days'>,
  date: Temporal.PlainDate,
): boolean => compare(first, date) <= 0 && first.until(date).days < days;
