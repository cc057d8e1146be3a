import fc from 'fast-check';
import { type SiteProcess, startSite } from '../site.ts';
import { independentOccurrences, type ReadOccurrence } from './independentOccurrences.ts';

const RUNS = process.env.LONG === '1' ? 500 : 60;
const { seed = 0 } = fc.readConfigureGlobal();

const FREQUENCIES = [
  'FREQ=DAILY;INTERVAL=2',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE',
  'FREQ=WEEKLY;BYDAY=SA,SU;WKST=SU',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=YEARLY;BYMONTH=3,11;BYDAY=1SU',
];

const day = fc.integer({ min: 0, max: 40 });

const sample = fc.record({
  day: fc.integer({ min: 0, max: 365 }),
  hour: fc.integer({ min: 0, max: 22 }),
  hours: fc.integer({ min: 1, max: 30 }),
  zone: fc.constantFrom('UTC', 'UTC+5:30', 'UTC-3', 'America/New_York', 'Europe/Berlin', 'Australia/Sydney'),
  allDay: fc.boolean(),
  rules: fc.uniqueArray(fc.constantFrom(...FREQUENCIES), { minLength: 1, maxLength: 2 }),
  end: fc.constantFrom(';COUNT=4', ';COUNT=8', 'until'),
  until: fc.integer({ min: 1, max: 60 }),
  rdates: fc.uniqueArray(day, { maxLength: 2 }),
  exdates: fc.uniqueArray(day, { maxLength: 3 }),
  edits: fc.array(
    fc.record({
      at: fc.nat(7),
      scope: fc.constantFrom('this', 'following', 'all'),
      does: fc.constantFrom('rename', 'move', 'delete'),
    }),
    { maxLength: 3 },
  ),
});

type Sample = typeof sample extends fc.Arbitrary<infer Value> ? Value : never;

interface Answer {
  readonly id: number;
  readonly title: string;
  readonly all_day: boolean;
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly utc_end_date: string;
  readonly series: { readonly id: number };
}

const clockOf = ({ day: first, hour }: Sample, days = 0): Temporal.PlainDateTime =>
  Temporal.PlainDateTime.from('2031-01-01T00:30').add({ days: first + days, hours: hour });

const written = (clock: Temporal.PlainDateTime): string => clock.toString({ smallestUnit: 'second' });

const bodyOf = (each: Sample, index: number) => {
  const { zone, allDay, hours, rules, end, until, rdates, exdates } = each;
  const start = clockOf(each);
  const last = written(clockOf(each, until)).replaceAll(/[-:]/g, '');
  return {
    title: `Series ${index}`,
    timezone: zone,
    all_day: allDay,
    start_date: written(start),
    end_date: written(start.add({ hours })),
    recurrence: {
      rules: rules.map((rule) => `${rule}${end === 'until' ? `;UNTIL=${last}` : end}`),
      rdates: rdates.map((days) => written(clockOf(each, days).add({ hours: 1 }))),
      exdates: exdates.map((days) => written(clockOf(each, days)).slice(0, 10)),
    },
  };
};

const EVENTS = '/cal/events/v1/events';
const WINDOW = 'start_date=2030-01-01&end_date=2059-12-31&per_page=50';

let site: SiteProcess;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const ask = (method: string, path: string, body?: object) =>
  site.request<Answer & { events?: Answer[] }>(method, path, { as: 'admin', ...(body && { body }) });

const listed = async (search: string): Promise<Answer[]> => {
  const all: Answer[] = [];
  for (let page = 1; ; page++) {
    const { events = [] } = (await ask('GET', `${EVENTS}?${WINDOW}&page=${page}&search=${search}`)).body;
    all.push(...events);
    if (events.length < 50) return all;
  }
};

/** Makes a series and edits occurrences; an edit that a rule refuses changes nothing. */
const makeSeries = async (each: Sample, index: number): Promise<void> => {
  const body = bodyOf(each, index);
  const made = await ask('POST', EVENTS, body);
  // all occurrences may be excluded
  if (made.status === 400) return;
  expect(made.status).toBe(201);
  const series = (await ask('GET', `${EVENTS}?${WINDOW}&series=${made.body.series.id}`)).body.events ?? [];
  for (const { at, scope, does } of each.edits) {
    const path = `${EVENTS}/${series[at % series.length]?.id}`;
    const present = await ask('GET', path);
    if (present.status !== 200) continue;
    const later = (clock: string) => written(Temporal.PlainDateTime.from(clock.replace(' ', 'T')).add({ hours: 1 }));
    const { title, start_date, end_date } = present.body;
    if (does === 'delete') await ask('DELETE', `${path}?scope=${scope}`);
    else if (does === 'rename') await ask('PATCH', path, { scope, title: `${title} renamed` });
    else await ask('PATCH', path, { scope, start_date: later(start_date), end_date: later(end_date) });
  }
};

const instant = (utc: string): string => `${utc.replace(' ', 'T')}Z`;

const occurrenceOf = (event: Answer): ReadOccurrence => {
  if (!event.all_day) return [instant(event.utc_start_date), instant(event.utc_end_date), event.title];
  const end = Temporal.PlainDate.from(event.end_date.slice(0, 10)).add({ days: 1 });
  return [event.start_date.slice(0, 10), end.toString(), event.title];
};

/** Returns the occurrences up to a time that is within the horizon of every series. */
const beforeHorizon = (found: readonly ReadOccurrence[]): string[] =>
  found
    .map(String)
    .filter((each) => each < '2033-01-01')
    .sort();

describe('The feed of a site', () => {
  it('has the occurrences of random series with exceptions for an independent reader', async () => {
    const samples = fc.sample(sample, { numRuns: RUNS, seed }).entries().toArray();
    const queue = samples.values();
    const lane = async (): Promise<void> => {
      for (const [index, each] of queue) await makeSeries(each, index);
    };
    await Promise.all([lane(), lane()]);
    const ours = (await listed('series')).map(occurrenceOf);
    expect(ours.length).toBeGreaterThan(3 * RUNS);
    const response = await fetch(`${site.origin}/events/feed.ics?${WINDOW.replace('&per_page=50', '')}`);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text.match(/^RRULE/gm)?.length).toBeGreaterThan(RUNS);
    const [theirs] = (await independentOccurrences([text])) ?? [];
    if (theirs === undefined) return;
    expect(beforeHorizon(theirs)).toEqual(beforeHorizon(ours));
  }, 300_000);
});
