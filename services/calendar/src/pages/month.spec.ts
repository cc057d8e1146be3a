import { columnOf, daysOf, monthDays } from './month.ts';

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
  ])('from %s to %s, cut off at %s', (start, end, cutoff, expected) => {
    expect(days(start, end, cutoff)).toEqual(expected);
  });
});

describe('a month', () => {
  it('has each entry on every day that it spans, as far as it lies in the month', () => {
    const entry = { first: date('2031-05-30'), last: date('2031-06-02') };
    const single = { first: date('2031-06-02'), last: date('2031-06-02') };
    const month = monthDays(Temporal.PlainYearMonth.from('2031-06'), [entry, single]);
    expect(month).toHaveLength(30);
    expect(month.slice(0, 3).map(({ entries }) => entries)).toEqual([[entry], [entry, single], []]);
  });

  it.each([
    [0, 1],
    [1, 7],
    [6, 2],
  ])('whose weeks begin on day %d has Sunday in column %d', (startOfWeek, column) => {
    expect(columnOf(date('2031-06-01'), startOfWeek)).toBe(column);
  });
});
