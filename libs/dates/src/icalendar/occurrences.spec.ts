import { timeName } from './calendarTime.ts';
import { occurrencesOf, type Window } from './occurrences.ts';
import { entriesOf, surveyCalendar } from './readCalendar.ts';

const WINDOW = { from: new Date('2031-01-01'), to: new Date('2031-12-31'), most: 500 };

/** Returns the starts of the occurrences of an entry, or the reason why there are none. */
const startsOf = async (
  lines: readonly string[],
  { window = WINDOW, zone = [] }: { readonly window?: Window; readonly zone?: readonly string[] } = {},
): Promise<string[] | string> => {
  const text = [
    'BEGIN:VCALENDAR',
    ...zone,
    'BEGIN:VEVENT',
    'UID:a',
    'SUMMARY:A',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const source = () => [text.join('\r\n')];
  const survey = await surveyCalendar(source);
  for await (const entry of entriesOf(source, survey)) {
    if ('reason' in entry) return entry.reason;
    const { found, failed } = occurrencesOf(entry, survey, window);
    return failed[0]?.reason ?? found.map(({ start }) => timeName(start));
  }
  return 'no entry';
};

const START = 'DTSTART:20310610T190000';

describe('A recurrence rule', () => {
  it.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYMONTHDAY=10;BYDAY=-1TH',
    'FREQ=HOURLY;INTERVAL=2;BYHOUR=2',
    'FREQ=SECONDLY',
    'FREQ=MINUTELY',
    `FREQ=DAILY;BYHOUR=1,2,3,4,5,6;BYMINUTE=${[...Array(60).keys()]}`,
  ])('is refused if it occurs too often or never: %s', async (rule) => {
    expect(await startsOf([START, `RRULE:${rule}`])).toBe(`its rule ${rule} occurs too often or never`);
  });

  it('gives no event if it has no occurrence within the window', async () => {
    expect(
      await startsOf([START, 'RRULE:FREQ=YEARLY;INTERVAL=4'], { window: { ...WINDOW, from: new Date('2031-07-01') } }),
    ).toEqual([]);
  });

  it('gives the occurrences within the window and no more than the limit', async () => {
    const lines = ['DTSTART:19700101T190000', 'RRULE:FREQ=DAILY'];
    const starts = await startsOf(lines, { window: { ...WINDOW, most: 3 } });
    expect(starts).toEqual(['2031-01-01T19:00:00', '2031-01-02T19:00:00', '2031-01-03T19:00:00']);
  });

  it('counts its occurrences before the window', async () => {
    expect(await startsOf(['DTSTART:20301230T190000', 'RRULE:FREQ=DAILY;COUNT=4'])).toEqual([
      '2031-01-01T19:00:00',
      '2031-01-02T19:00:00',
    ]);
  });

  it('keeps the clock time of its zone over clock changes, and ends at an UNTIL in UTC', async () => {
    const lines = ['DTSTART;TZID=Europe/Berlin:20310328T190000', 'RRULE:FREQ=DAILY;UNTIL=20310331T170000Z'];
    const starts = ['2031-03-28T19:00:00', '2031-03-29T19:00:00', '2031-03-30T19:00:00', '2031-03-31T19:00:00'];
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'],
      ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'DTSTART:19810329T020000'],
      ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
      ...['BEGIN:STANDARD', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19961027T030000'],
      ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    expect(await startsOf(lines, { zone })).toEqual(starts);
  });

  it('is joined by RDATEs, leaves out EXDATEs, and names a start once', async () => {
    const lines = ['RRULE:FREQ=DAILY;COUNT=3', 'RDATE:20310612T190000,20310620T190000', 'EXDATE:20310611T190000'];
    expect(await startsOf([START, ...lines])).toEqual([
      '2031-06-10T19:00:00',
      '2031-06-12T19:00:00',
      '2031-06-20T19:00:00',
    ]);
  });

  it('gives days for whole days, without those of EXDATE', async () => {
    const lines = ['DTSTART;VALUE=DATE:20310610', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20310617'];
    expect(await startsOf(lines)).toEqual(['2031-06-10', '2031-06-24']);
  });
});

describe('A change of this and the following occurrences', () => {
  it('counts from its start to the next one', async () => {
    const change = (day: string, time: string): string[] => [
      ...['END:VEVENT', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:A'],
      ...[`RECURRENCE-ID;RANGE=THISANDFUTURE:203106${day}T190000`, `DTSTART:203106${day}T${time}00`],
    ];
    const changes = [...change('12', '2000'), ...change('14', '2100'), ...change('15', '2200')];
    expect(await startsOf([START, 'RRULE:FREQ=DAILY;COUNT=7', ...changes])).toEqual([
      '2031-06-10T19:00:00',
      '2031-06-11T19:00:00',
      '2031-06-12T20:00:00',
      '2031-06-13T20:00:00',
      '2031-06-14T21:00:00',
      '2031-06-15T22:00:00',
      '2031-06-16T22:00:00',
    ]);
  });
});

describe('An entry', () => {
  it.each(['RDATE', 'EXDATE'])('is refused if it lists more than 10,000 dates: %s', async (name) => {
    const dates = Array(10_001).fill('20310612T190000').join(',');
    expect(await startsOf([START, 'RRULE:FREQ=DAILY;COUNT=2', `${name}:${dates}`])).toBe(
      'it lists more than 10,000 dates (RDATE, EXDATE)',
    );
  });
});
