/** A day of a month with its events. */
export interface MonthDay<T> {
  readonly date: Temporal.PlainDate;
  readonly entries: readonly T[];
}

/** What has a first and a last day. */
export interface Spanning {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

const dateOf = (wallClock: string): Temporal.PlainDate => Temporal.PlainDate.from(wallClock.slice(0, 10));

/**
 * The days that an event is shown on. What ends at the cutoff of a day, or before it, belongs to the day before, unless
 * it begins then (docs/interface/pages.md §5).
 * @param cutoff `HH:MM`
 */
export const daysOf = (start: string, end: string, cutoff: string): Spanning => {
  const first = dateOf(start);
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number);
  const lastMoment = Temporal.PlainDateTime.from(end.replace(' ', 'T')).subtract({ hours, minutes, seconds: 1 });
  const last = lastMoment.toPlainDate();
  return { first, last: Temporal.PlainDate.compare(last, first) < 0 ? first : last };
};

/** Every day of a month with the entries that fall on it, in their order. */
export const monthDays = <T extends Spanning>(month: Temporal.PlainYearMonth, entries: readonly T[]): MonthDay<T>[] =>
  Array.from({ length: month.daysInMonth }, (_, index) => {
    const date = month.toPlainDate({ day: index + 1 });
    const covers = ({ first, last }: T): boolean =>
      Temporal.PlainDate.compare(first, date) <= 0 && Temporal.PlainDate.compare(date, last) <= 0;
    return { date, entries: entries.filter(covers) };
  });

/** The column of a day, 1 to 7, in weeks that begin on that day (0 is Sunday). */
export const columnOf = (date: Temporal.PlainDate, startOfWeek: number): number =>
  (((date.dayOfWeek % 7) - startOfWeek + 7) % 7) + 1;
