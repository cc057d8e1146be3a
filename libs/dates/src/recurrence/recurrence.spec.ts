import fc from 'fast-check';
import { addSeconds, wallClockMs } from '../wallClock.ts';
import {
  calendarRecurrence,
  lastTimeOf,
  movedRecurrence,
  type Recurrence,
  readRecurrence,
  type SeriesStart,
  startsOf,
} from './recurrence.ts';

const DAY_S = 86_400;
const BERLIN: SeriesStart = { start: '2027-01-05 19:00:00', timezone: 'Europe/Berlin', allDay: false };
const TO = '2027-12-31 23:59:59';

const starts = (sent: Partial<Recurrence>, series = BERLIN, to = TO): string[] =>
  startsOf(readRecurrence(sent, series), series, { to, most: 1_000 });

describe('a recurrence', () => {
  it('ends at its UNTIL, which may be in UTC', () => {
    const found = starts({ rules: ['RRULE:freq=weekly;byday=TU;until=20270119T180000Z'] });
    expect(found).toEqual(['2027-01-05 19:00:00', '2027-01-12 19:00:00', '2027-01-19 19:00:00']);
    expect(starts({ rules: ['FREQ=WEEKLY;UNTIL=20270119T175959Z'] })).toHaveLength(2);
    expect(starts({ rules: ['FREQ=WEEKLY;UNTIL=20270119'] })).toHaveLength(3);
  });

  it('keeps its clock time over clock changes, also in an hour that clocks skip', () => {
    const series = { ...BERLIN, start: '2027-03-27 02:30:00' };
    expect(starts({ rules: ['FREQ=DAILY;COUNT=3'] }, series)).toEqual([
      '2027-03-27 02:30:00',
      '2027-03-28 02:30:00',
      '2027-03-29 02:30:00',
    ]);
  });

  it('has its first start, even if no rule has it, and added dates', () => {
    const sent = { rules: ['FREQ=MONTHLY;BYMONTHDAY=10;COUNT=2'], rdates: ['2027-02-02', '20270201T080000Z'] };
    expect(starts(sent)).toEqual([
      '2027-01-05 19:00:00',
      '2027-01-10 19:00:00',
      '2027-02-01 09:00:00',
      '2027-02-02 19:00:00',
      '2027-02-10 19:00:00',
    ]);
  });

  it('leaves out excluded times and days', () => {
    const sent = {
      rules: ['FREQ=DAILY;COUNT=4'],
      exdates: ['2027-01-06', '2027-01-07T19:00:00', '2027-01-08T18:00:00'],
    };
    expect(starts(sent)).toEqual(['2027-01-05 19:00:00', '2027-01-08 19:00:00']);
  });

  it('ignores times and BYHOUR if it is of whole days', () => {
    const series = { ...BERLIN, start: '2027-01-05 00:00:00', allDay: true };
    const sent = { rules: ['FREQ=DAILY;COUNT=3;BYHOUR=1,2'], exdates: ['2027-01-06T19:00:00'] };
    expect(readRecurrence(sent, series).exdates).toEqual(['2027-01-06']);
    expect(starts(sent, series)).toEqual(['2027-01-05 00:00:00', '2027-01-07 00:00:00']);
  });

  it('has at most as many starts as asked, from the earliest on', () => {
    const recurrence = readRecurrence({ rules: ['FREQ=DAILY;BYHOUR=6,7,8,9,10,11,12,13'] }, BERLIN);
    const found = startsOf(recurrence, BERLIN, { from: '2035-03-01 00:00:00', to: '2040-01-01 00:00:00', most: 3 });
    expect(found).toEqual(['2035-03-01 06:00:00', '2035-03-01 07:00:00', '2035-03-01 08:00:00']);
  });

  it('says the local time of UNTIL', () => {
    const last = (rule: string) => lastTimeOf(rule, BERLIN);
    expect(last('FREQ=DAILY;UNTIL=20270713T170000Z')).toBe('2027-07-13 19:00:00');
    expect(last('FREQ=DAILY;UNTIL=20270713')).toBe('2027-07-13 23:59:59');
    expect([last('FREQ=DAILY'), last('FREQ=DAILY;UNTIL=99991231')]).toEqual([undefined, undefined]);
  });

  it.each([
    [{ rules: ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'] }, undefined],
    [{ rules: ['FREQ=HOURLY'] }, 'FREQ'],
    [{ rules: ['BYDAY=MO'] }, 'FREQ'],
    [{ rules: ['FREQ=DAILY;INTERVAL=0'] }, 'INTERVAL'],
    [{ rules: ['FREQ=DAILY;RSCALE=HEBREW'] }, 'RSCALE'],
    [{ rules: ['FREQ=DAILY;COUNT=2;UNTIL=20280101'] }, 'COUNT'],
    [{ rules: ['FREQ=DAILY;UNTIL=tomorrow'] }, 'UNTIL'],
    [{ rules: ['FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5'] }, 'BYHOUR'],
    [{ rules: ['FREQ=WEEKLY;BYDAY=XX'] }, undefined],
    [{ rules: ['FREQ=DAILY'], rdates: ['2027-02-30'] }, 'rdates'],
    [{ rules: ['FREQ=DAILY'], exdates: ['soon'] }, 'exdates'],
    [{ exdates: ['2027-01-05'] }, 'rules'],
  ])('%j is refused', (sent, part) => {
    expect(() => readRecurrence(sent, BERLIN)).toThrow(expect.objectContaining({ part }));
  });

  it('keeps its excluded and added starts when it moves over midnight', () => {
    const series = { ...BERLIN, start: '2027-01-05 22:30:00' };
    const sent = {
      rules: ['FREQ=DAILY;COUNT=4'],
      rdates: ['2027-01-06T23:30:00', '2027-01-07T23:30:00'],
      exdates: ['2027-01-06', '2027-01-08'],
    };
    const before = starts(sent, series);
    const shift = 3_600_000;
    const moved = movedRecurrence(readRecurrence(sent, series), series, shift);
    const later = { ...series, start: addSeconds(series.start, 3600) };
    expect(startsOf(moved, later, { to: TO, most: 10 })).toEqual(before.map((start) => addSeconds(start, 3600)));
  });

  describe('in a calendar file', () => {
    const file = (sent: Partial<Recurrence>, series = BERLIN, from = series.start) =>
      calendarRecurrence(readRecurrence(sent, series), series, { from, to: TO });

    it('has UNTIL in UTC, or as a day', () => {
      const rules = ['FREQ=WEEKLY;BYHOUR=19;UNTIL=20270713T190000', 'FREQ=DAILY;UNTIL=99991231'];
      expect(file({ rules }).rules).toEqual(['FREQ=WEEKLY;BYHOUR=19;UNTIL=20270713T170000Z', 'FREQ=DAILY']);
      const days = { ...BERLIN, start: '2027-01-05 00:00:00', allDay: true };
      expect(file({ rules }, days).rules).toEqual(['FREQ=WEEKLY;UNTIL=20270713', 'FREQ=DAILY']);
    });

    it('has each start of an excluded day', () => {
      const sent = { rules: ['FREQ=DAILY;BYHOUR=8,19'], rdates: ['2027-01-07T12:00:00'], exdates: ['2027-01-07'] };
      expect(file(sent).exdates).toEqual(['08', '12', '19'].map((hour) => `2027-01-07 ${hour}:00:00`));
    });

    it('counts from the first start of a later part, or skips the starts before it', () => {
      const from = '2027-01-14 19:00:00';
      expect(file({ rules: ['FREQ=DAILY;INTERVAL=3;COUNT=5'] }, BERLIN, from)).toEqual({
        start: from,
        rules: ['FREQ=DAILY;INTERVAL=3;COUNT=2'],
        rdates: [],
        exdates: [],
      });
      const sent = { rules: ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU'] };
      expect(file(sent, BERLIN, '2027-01-19 19:00:00')).toMatchObject({
        start: BERLIN.start,
        exdates: ['2027-01-05 19:00:00'],
      });
    });
  });

  it('has the starts of a simple model', () => {
    const days = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
    const weekdayOf = (clock: string) => new Date(wallClockMs(clock)).getUTCDay();
    const weeksFrom = (first: string, clock: string) => {
      const monday = wallClockMs(first) - ((weekdayOf(first) + 6) % 7) * DAY_S * 1000;
      return Math.floor((wallClockMs(clock) - monday) / (7 * DAY_S * 1000));
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 1, max: 4 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { maxLength: 5 }),
        (offset, interval, weekdays, excluded) => {
          const start = addSeconds('2026-06-01 02:30:00', offset * DAY_S);
          const day = (n: number) => addSeconds(start, n * DAY_S);
          const exdates = excluded.map((n) => day(n).slice(0, 10));
          const byday = weekdays.map((n) => days[n]).join();
          const model = Array.from({ length: 200 }, (_, n) => day(n)).filter(
            (clock, n) =>
              (n === 0 || (weekdays.includes(weekdayOf(clock)) && weeksFrom(start, clock) % interval === 0)) &&
              !exdates.includes(clock.slice(0, 10)),
          );
          const sent = { rules: [`FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${byday}`], exdates };
          expect(starts(sent, { ...BERLIN, start }, day(199))).toEqual(model);
        },
      ),
      { numRuns: 60 },
    );
  });
});
