import { createTexts } from '@almanac/i18n';
import { routesOf } from '../service.ts';
import { calendarOf, serveCalendar, type TestService } from '../testing.contract.ts';

/** The end of an event that a bound compares, and the events that it includes: before, at and after the bound. */
const bounds: Readonly<Record<string, readonly ['start' | 'end', string]>> = {
  start_date: ['start', 'at,after'],
  end_date: ['end', 'before,at'],
  starts_before: ['start', 'before'],
  starts_after: ['start', 'after'],
  ends_before: ['end', 'before'],
  ends_after: ['end', 'after'],
};

const declared = routesOf(calendarOf(), createTexts())
  // lists of records in the form of posts are bounded by publication, not by the time of events (postTypes.spec.ts)
  .filter(({ namespace, methods, path }) => namespace !== 'core/v2' && methods.includes('GET') && !path.includes('{'))
  .flatMap(({ namespace, path, args }) => Object.keys(args).map((name) => [`/${namespace}${path}`, name] as const))
  .filter(([, name]) => /before|after|date$/.test(name));

describe('the boundary of a date in a list', () => {
  it('is documented for every date that a list takes', () => {
    const lists = ['/cal/events/v1/events', '/calx/v1/events'];
    expect(declared).toEqual(lists.flatMap((list) => Object.keys(bounds).map((name) => [list, name])));
  });
});

/** Local times in New York, the zone of the site. */
const times = { before: '11:59:59', at: '12:00:00', after: '12:00:01' };
const ends = { before: '23:59:58', at: '23:59:59', after: '00:00:00' };

describe.each([
  ['event', 'America/New_York', 0],
  ['site', 'America/New_York', 0],
  ['site', 'Europe/Paris', 6],
] as const)('events listed by the clock of the %s, in %s', (zone_mode, timezone, hours) => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar({ settings: { zone_mode } });
  });
  afterEach(() => calendar.stop());

  const clock = (day: string, time: string, more = 0): string =>
    Temporal.PlainDateTime.from(`${day}T${time}`)
      .add({ hours: hours + more })
      .toString()
      .replace('T', ' ')
      .padEnd(19, ':00');

  const make = async (title: string, side: 'start' | 'end', day: string, time: string) => {
    const [start_date, end_date] = side === 'start' ? [0, 1] : [-1, 0];
    const body = { title, timezone, start_date: clock(day, time, start_date), end_date: clock(day, time, end_date) };
    const { status } = await calendar.ask('editor', 'POST', '/events', { body });
    expect(status).toBe(201);
  };

  const listed = async (query: string) =>
    (await calendar.ask('visitor', 'GET', `/events?${query}`)).body.events
      .map(({ title }: { title: string }) => title)
      .join();

  const listedInSecond = async (query: string) =>
    (await calendar.ask('visitor', 'GET', `/events?${query}`, { namespace: 'calx/v1' })).body
      .map(({ title }: { title: { rendered: string } }) => title.rendered)
      .join();

  it.each(Object.entries(bounds))('are bounded by %s, to the second, by the %s', async (name, [side, expected]) => {
    for (const [title, time] of Object.entries(times)) await make(title, side, '2031-06-10', time);
    expect(await listed(`${name}=2031-06-10 12:00:00&strict_dates=true`)).toBe(expected);
    expect(await listedInSecond(`${name}=2031-06-10 12:00:00`)).toBe(expected);
  });

  it.each(Object.entries(bounds))('are bounded by %s, for a day, by the %s', async (name, [side, expected]) => {
    const first = name === 'start_date';
    const days = first ? { before: '2031-06-09', at: '2031-06-10', after: '2031-06-10' } : undefined;
    const clocks = first ? { before: '23:59:59', at: '00:00:00', after: '00:00:01' } : ends;
    for (const title of ['before', 'at', 'after'] as const) {
      const day = days?.[title] ?? (title === 'after' ? '2031-06-11' : '2031-06-10');
      await make(title, side, day, clocks[title]);
    }
    expect(await listed(`${name}=2031-06-10 12:00:00`)).toBe(expected);
  });
});
