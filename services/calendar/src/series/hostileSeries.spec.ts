import fc from 'fast-check';
import { serveCalendar, type TestService } from '../testing.contract.ts';

const RUNS = process.env.LONG === '1' ? 3_000 : 250;
const first = { title: 'Choir', start_date: '2031-01-07 19:00:00', end_date: '2031-01-07 21:00:00' };

const number = fc.oneof(fc.integer({ min: -2, max: 40 }), fc.constantFrom(0, 1e9, '', 'x', '1,2,,3', '-1,40', '+1'));
const part = fc.oneof(
  fc.tuple(fc.constant('FREQ'), fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY', 'SECONDLY', '')),
  fc.tuple(fc.constantFrom('COUNT', 'INTERVAL', 'BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYHOUR'), number),
  fc.tuple(fc.constant('BYDAY'), fc.constantFrom('MO', 'TU,TH', '1MO', '-1FR', '99SU', 'XX', '')),
  fc.tuple(fc.constant('BYSETPOS'), number),
  fc.tuple(fc.constant('UNTIL'), fc.constantFrom('20310301', '20310301T190000Z', '00000000', '99991231T235959Z', 'x')),
  fc.tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 })),
);
const ruleText = fc.array(part, { maxLength: 5 }).map((parts) => parts.map((each) => each.join('=')).join(';'));
const freq = fc.constantFrom('FREQ=DAILY;', 'FREQ=WEEKLY;', '');
const rules = fc.array(
  fc.tuple(freq, ruleText).map(([start, rest]) => start + rest),
  { maxLength: 3 },
);
const date = fc.oneof(
  fc.constantFrom('2031-01-14', '2031-01-14T19:00:00', '2031-02-30', '0000-01-01', '9999-12-31T23:59:59Z', ''),
  fc.string({ maxLength: 20 }),
);
const dates = fc.array(date, { maxLength: 4 });
const recurrence = fc.oneof(
  fc.record({ rules, rdates: dates, exdates: dates }, { requiredKeys: [] }),
  fc.jsonValue({ maxDepth: 2 }),
);
const scope = fc.oneof(fc.constantFrom('this', 'following', 'all'), fc.string({ maxLength: 5 }));
const clock = fc.oneof(fc.constantFrom('2031-01-07 20:00:00', '2031-01-08', '9999-12-31 23:59:59', '0001-01-01'), date);
const body = fc.record(
  {
    ...{ title: fc.constantFrom('A', 'B'), recurrence, scope, start_date: clock, end_date: clock },
    ...{
      all_day: fc.boolean(),
      timezone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'Nowhere/City'),
      status: fc.string(),
    },
    translation_of: fc.constantFrom(1, 1001),
  },
  { requiredKeys: [] },
);
const request = fc.record({
  body,
  method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'GET'),
  to: fc.constantFrom('series', 'occurrences', 'occurrence', 'events'),
  query: fc.constantFrom(
    '',
    '?scope=following',
    '?scope=all&force=true',
    '?series=1&collapse_series=true',
    '?series=x',
  ),
});

interface Occurrence {
  readonly id: number;
  readonly series: { readonly id: number; readonly occurrence: string };
}

describe('the routes of series', () => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar({ settings: { series_occurrences: 12 } });
  });
  afterAll(() => calendar.stop());

  const make = async () => {
    const sent = { ...first, recurrence: { rules: ['FREQ=WEEKLY;COUNT=6'] } };
    const { id, series } = (await calendar.ask('editor', 'POST', '/events', { body: sent })).body;
    return { id, series: series.id };
  };

  it('never answer 500, change nothing if they refuse, and keep the occurrences of a series consistent', async () => {
    let made = await make();
    let done = 0;
    const property = fc.asyncProperty(request, async ({ method, to, query, body: sent }) => {
      const paths = {
        ...{ series: `/series/${made.series}`, occurrences: `/series/${made.series}/occurrences` },
        ...{ occurrence: `/events/${made.id}`, events: '/events' },
      };
      const namespace = to === 'series' || to === 'occurrences' ? 'calx/v1' : 'cal/events/v1';
      const asked = { namespace, ...(method !== 'GET' && { body: to === 'events' ? { ...first, ...sent } : sent }) };
      const before = await calendar.store.last();
      const { status, body: answer } = await calendar.ask('editor', method, paths[to] + query, asked);
      expect([status < 500, answer]).toEqual([true, answer]);
      if (status < 400) done += 1;
      else expect(await calendar.store.last()).toBe(before);
      const read = await calendar.ask('editor', 'GET', `/series/${made.series}`, { namespace: 'calx/v1' });
      if (read.status === 404) made = await make();
      else {
        const path = `/events?series=${made.series}&start_date=1000-01-01&end_date=9998-12-31&per_page=50`;
        const { events } = (await calendar.ask('editor', 'GET', path)).body;
        const starts = events.map(({ series }: Occurrence) => series.occurrence);
        expect(new Set(starts).size).toBe(starts.length);
        expect(starts.length).toBeLessThanOrEqual(read.body.count);
      }
    });
    await fc.assert(property, { numRuns: RUNS });
    expect(done).toBeGreaterThan(RUNS / 10);
  }, 300_000);
});
