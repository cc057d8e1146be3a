import { coversDay, createDayBars, daysFrom, daysOf, weekOf, weeksOf } from './days.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const days = (start: string, end: string, cutoff = '00:00') => {
  const { first, last } = daysOf(start, end, cutoff);
  return [first.toString(), last.toString()];
};

describe('the days of an event', () => {
  it.each([
    ['2031-06-02 10:00:00', '2031-06-02 11:00:00', '00:00', ['2031-06-02', '2031-06-02']],
    ['2031-06-02 10:00:00', '2031-06-03 11:00:00', '00:00', ['2031-06-02', '2031-06-03']],
    ['2031-06-02 20:00:00', '2031-06-03 00:00:00', '00:00', ['2031-06-02', '2031-06-02']],
    ['2031-06-02 00:00:00', '2031-06-02 23:59:59', '00:00', ['2031-06-02', '2031-06-02']],
    ['2031-06-02 20:00:00', '2031-06-03 04:00:00', '05:00', ['2031-06-02', '2031-06-02']],
    ['2031-06-02 20:00:00', '2031-06-03 06:00:00', '05:00', ['2031-06-02', '2031-06-03']],
    ['2031-06-02 05:00:00', '2031-06-03 04:59:59', '05:00', ['2031-06-02', '2031-06-02']],
    ['2031-06-02 02:00:00', '2031-06-02 03:00:00', '05:00', ['2031-06-02', '2031-06-02']],
    ['2031-06-02 00:00:00', '2031-06-02 00:00:00', '00:00', ['2031-06-02', '2031-06-02']],
    ['2031-02-27 20:00:00', '2031-03-02 04:30:00', '04:30', ['2031-02-27', '2031-03-01']],
    ['2031-02-27 20:00:00', '2031-03-01 04:30:00', '04:30', ['2031-02-27', '2031-02-28']],
    ['2031-02-27 20:00:00', '2031-03-01 04:30:01', '04:30', ['2031-02-27', '2031-03-01']],
    ['0000-01-01 00:00:00', '0000-01-01 00:00:00', '05:00', ['0000-01-01', '0000-01-01']],
  ])('are counted from %s to %s, cut off at %s', (start, end, cutoff, expected) => {
    expect(days(start, end, cutoff)).toEqual(expected);
  });
});

describe('a month of the calendar', () => {
  it.each([
    [0, '2031-06-01'],
    [1, '2031-05-26'],
    [6, '2031-05-31'],
  ])('starts, with weeks from day %d, in the week of %s', (startOfWeek, first) => {
    expect(weekOf(date('2031-06-01'), startOfWeek).toString()).toBe(first);
    const weeks = weeksOf(Temporal.PlainYearMonth.from('2031-06'), startOfWeek);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    const days = weeks.flat().filter((day) => day !== undefined);
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(weeks[0]?.findIndex((day) => day !== undefined)).toBe(date(first).until('2031-06-01').days);
  });
});

describe('bars over days', () => {
  const week = daysFrom(date('2031-06-01'), 7);
  const entry = (first: string, last: string) => ({ first: date(first), last: date(last) });

  it('reach as far as the days do, and lie beside one another', () => {
    const [long, short, after] = [
      entry('2031-05-20', '2031-06-20'),
      entry('2031-06-02', '2031-06-03'),
      entry('2031-06-04', '2031-06-05'),
    ];
    const bars = createDayBars(week, [short, after, long], 2);
    expect(bars.map(({ entry: of, lane, first, days }) => [of, lane, first.toString(), days])).toEqual([
      [long, 0, '2031-06-01', 7],
      [short, 1, '2031-06-02', 2],
      [after, 1, '2031-06-04', 2],
    ]);
    expect(bars.map((bar) => coversDay(bar, date('2031-06-05')))).toEqual([true, false, true]);
    expect(coversDay(bars[2]!, date('2031-06-06'))).toBe(false);
  });

  it('are left out if no lane is free', () => {
    const all = Array.from({ length: 5 }, () => entry('2031-06-01', '2031-06-02'));
    expect(createDayBars(week, all, 3)).toHaveLength(3);
    expect(createDayBars([], all, 3)).toEqual([]);
  });
});
