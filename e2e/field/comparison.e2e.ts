import { importCalendar } from '@almanac/infra/import-calendar';
import type { SiteClient } from '@almanac/infra/site-client';
import fc from 'fast-check';
import { independentOccurrences } from './independentOccurrences.ts';

const RUNS = 2_000;
const { seed = 0 } = fc.readConfigureGlobal();

const pad = (number: number, length = 2): string => String(number).padStart(length, '0');

/** Clock times that no zone skips or repeats. */
const clock = fc
  .record({
    day: fc.integer({ min: 0, max: 700 }),
    hour: fc.integer({ min: 4, max: 22 }),
    minute: fc.constantFrom(0, 30),
  })
  .map(({ day, hour, minute }) =>
    Temporal.PlainDateTime.from('2031-01-01T00:00').add({ days: day, hours: hour, minutes: minute }),
  );

const BYDAYS = ['', ';BYDAY=MO,WE', ';BYDAY=TU', ';BYDAY=SA,SU'];
const rule = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 3 }),
    count: fc.integer({ min: 1, max: 6 }),
    isEnded: fc.boolean(),
    byDay: fc.constantFrom(...BYDAYS),
    byMonthDay: fc.constantFrom('', ';BYMONTHDAY=1,15', ';BYMONTHDAY=-1', ';BYDAY=2TU', ';BYDAY=-1FR'),
  })
  .map(({ freq, interval, count, isEnded, byDay, byMonthDay }) => {
    const parts = freq === 'MONTHLY' ? byMonthDay : freq === 'YEARLY' ? '' : byDay;
    return { text: `FREQ=${freq};INTERVAL=${interval}${parts}`, count, isEnded };
  });

const exception = fc.record({
  days: fc.integer({ min: 0, max: 14 }),
  form: fc.constantFrom('instant', 'clock'),
  kind: fc.constantFrom('EXDATE', 'RDATE', 'RECURRENCE-ID'),
  moved: fc.integer({ min: 1, max: 5 }),
});

const calendar = fc.record({
  start: clock,
  zone: fc.constantFrom('UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Sydney'),
  isDay: fc.boolean(),
  hours: fc.integer({ min: 1, max: 30 }),
  rule: fc.option(rule, { nil: undefined }),
  exceptions: fc.uniqueArray(exception, { maxLength: 3, selector: ({ days }) => days }),
});

type CalendarSample = typeof calendar extends fc.Arbitrary<infer Value> ? Value : never;

const textOf = ({ start, zone, isDay, hours, rule: repeated, exceptions }: CalendarSample): string => {
  const written = (time: Temporal.PlainDateTime): string => {
    const day = `${pad(time.year, 4)}${pad(time.month)}${pad(time.day)}`;
    return isDay ? day : `${day}T${pad(time.hour)}${pad(time.minute)}00`;
  };
  const inUtc = (time: Temporal.PlainDateTime): string =>
    `${written(time.toZonedDateTime(zone).withTimeZone('UTC').toPlainDateTime())}Z`;
  const property = (name: string, time: Temporal.PlainDateTime, form = 'clock'): string => {
    if (isDay) return `${name};VALUE=DATE:${written(time)}`;
    return form === 'instant' || zone === 'UTC' ? `${name}:${inUtc(time)}` : `${name};TZID=${zone}:${written(time)}`;
  };
  const times = (from: Temporal.PlainDateTime): string[] => [
    property('DTSTART', from),
    property('DTEND', from.add(isDay ? { days: Math.ceil(hours / 10) } : { hours })),
  ];
  const event = (title: string, ...lines: string[]): string[] => [
    ...['BEGIN:VEVENT', 'UID:a', 'DTSTAMP:20300101T000000Z', `SUMMARY:${title}`],
    ...lines,
    'END:VEVENT',
  ];
  // Difference 2: a day in UNTIL counts to its end for the importer, and to its beginning for the other reader, if
  // DTSTART has a time. So UNTIL has the type of DTSTART, as RFC 5545 demands.
  const ending = (last: Temporal.PlainDateTime): string => `UNTIL=${isDay ? written(last) : inUtc(last)}`;
  const rules = repeated && [
    `RRULE:${repeated.text};${repeated.isEnded ? ending(start.add({ days: repeated.count * 9 })) : `COUNT=${repeated.count}`}`,
  ];
  // Difference 1: an EXDATE removes the only occurrence of an entry that does not recur; the importer keeps the event,
  // since its author could delete it. So such entries have RDATEs alone.
  const dates = exceptions.filter(({ kind }) => kind === 'RDATE' || repeated !== undefined);
  const changes = dates.filter(({ kind }) => kind === 'RECURRENCE-ID');
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//field//t//EN'],
    ...event(
      'A',
      ...times(start),
      ...(rules ?? []),
      ...dates
        .filter(({ kind }) => kind !== 'RECURRENCE-ID')
        .map(({ kind, days, form }) => property(kind, start.add({ days }), form)),
    ),
    ...changes.flatMap(({ days, form, moved }) =>
      event(
        `Changed ${days}`,
        property('RECURRENCE-ID', start.add({ days }), form),
        ...times(start.add(isDay ? { days: days + moved } : { days, minutes: moved * 15 })),
      ),
    ),
    ...['END:VCALENDAR', ''],
  ].join('\r\n');
};

interface Body {
  readonly title: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly all_day: boolean;
  readonly timezone: string;
}

const imported = async (text: string): Promise<string[][]> => {
  const found: string[][] = [];
  const instant = (local: string, zone: string): string =>
    Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(zone).toInstant().toString();
  const client: SiteClient = {
    request: async <Answer>(method: string, _path: string, body?: unknown) => {
      if (method === 'GET') return { events: [] } as Answer;
      const { title, start_date: start, end_date: end, all_day: isDay, timezone } = body as Body;
      const times = isDay
        ? [start, Temporal.PlainDate.from(end).add({ days: 1 }).toString()]
        : [instant(start, timezone), instant(end, timezone)];
      found.push([...times, title]);
      return { id: found.length, venue: [], organizer: [], modified: '' } as Answer;
    },
  };
  const window = { from: new Date('2030-01-01'), to: new Date('2060-01-01'), most: 500 };
  const { failed } = await importCalendar(() => [text], client, { width: 1, window, onProgress: () => undefined });
  return failed.length > 0 ? [failed.map(({ reason }) => reason)] : found.sort((a, b) => (`${a}` < `${b}` ? -1 : 1));
};

describe('The importer of calendars', () => {
  it('finds the same occurrences as an independent reader in 2,000 calendars', async () => {
    const texts = fc.sample(calendar, { numRuns: RUNS, seed }).map(textOf);
    const read = await independentOccurrences(texts);
    if (read === undefined) return;
    const differing: unknown[] = [];
    for (const [index, text] of texts.entries()) {
      const ours = await imported(text);
      const theirs = read[index];
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) differing.push({ text, ours, theirs });
    }
    expect(differing.slice(0, 3)).toEqual([]);
  });
});
