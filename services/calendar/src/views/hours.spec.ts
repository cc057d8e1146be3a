import type { SpanningEvent } from './dayEvents.ts';
import { hoursOf } from './hours.ts';

const ZONE = 'America/New_York';
const HOUR = 3_600_000;

const entry = (start: string, hours: number): SpanningEvent =>
  ({ event: { start: Date.parse(start), end: Date.parse(start) + hours * HOUR } }) as unknown as SpanningEvent;
const instantsOf = ({ event }: SpanningEvent) => event as unknown as { start: number; end: number };
const hours = (day: string, events: readonly SpanningEvent[] = []) =>
  hoursOf(Temporal.PlainDate.from(day), ZONE, { events, instantsOf });
const clocks = (day: string) => hours(day).map(({ clock }) => Number(clock.slice(11, 13)));

describe('the hours of a day', () => {
  it('are 24', () => {
    expect(clocks('2031-06-10')).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  });

  it('are 23 when clocks are put forward: two o’clock is left out', () => {
    expect(clocks('2031-03-09')).toEqual([0, 1, ...Array.from({ length: 21 }, (_, hour) => hour + 3)]);
  });

  it('are 25 when they are put back: one o’clock comes again', () => {
    expect(clocks('2031-11-02')).toEqual([0, 1, ...Array.from({ length: 23 }, (_, hour) => hour + 1)]);
    expect(
      hours('2031-11-02')
        .map(({ isAgain }) => isAgain)
        .indexOf(true),
    ).toBe(2);
  });

  it('contain the events that start in them, at the right one of two equal hours', () => {
    const first = entry('2031-11-02T05:30:00Z', 0.5);
    const second = entry('2031-11-02T06:30:00Z', 0.5);
    const [, one, again] = hours('2031-11-02', [second, first]);
    expect([one?.events.map(({ row }) => row), again?.events.map(({ row }) => row)]).toEqual([[7], [11]]);
  });

  it('show events beside one another only as long as they overlap', () => {
    const placed = hours('2031-06-10', [
      entry('2031-06-10T14:00:00Z', 2),
      entry('2031-06-10T14:30:00Z', 0),
      entry('2031-06-10T15:00:00Z', 1),
      entry('2031-06-10T16:00:00Z', 1),
    ]).flatMap(({ events }) => events.map(({ lane, row, rows }) => [lane, row, rows]));
    expect(placed).toEqual([
      [0, 41, 8],
      [1, 43, 2],
      [1, 45, 4],
      [0, 49, 4],
    ]);
  });

  it('show the part of a longer event that lies in the day', () => {
    const [all] = hours('2031-06-10', [entry('2031-06-10T00:00:00Z', 48)]);
    expect(all?.events.map(({ row, rows }) => [row, rows])).toEqual([[1, 96]]);
  });
});
