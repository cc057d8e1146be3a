import { type CheckedSite, checkedSite, timestampIn } from './checkedSite.contract.ts';

const WEEK = 7 * 24;
const path = (address: string): string => new URL(address).pathname;
const argument = (address: string, name: string): string | null => new URL(address).searchParams.get(name);

describe('lines 53–71: the list of events', () => {
  let site: CheckedSite;
  beforeEach(async () => {
    site = await checkedSite({ settings: { events_per_page: 5 } });
  });
  afterEach(() => site.stop());

  it('53: is empty where nothing is', async () => {
    const { status, headers, body } = await site.get('/events');
    expect([status, body.events, body.total, body.total_pages]).toEqual([200, [], 0, 0]);
    expect([headers.get('x-cal-total'), headers.get('x-cal-totalpages')]).toEqual(['0', '0']);
    expect([body.previous_rest_url, body.next_rest_url]).toEqual([undefined, undefined]);
  });

  it('54–62, 71: has pages with the addresses of those around them', async () => {
    await site.events(10, 24);
    const size = async (query: string) => (await site.get(`/events?${query}`)).body.events.length;
    expect([await size(''), await size('per_page=10'), await size('per_page=4')]).toEqual([5, 10, 4]);
    const { body, headers } = await site.get('/events');
    expect([path(body.rest_url), path(body.next_rest_url)]).toEqual(Array(2).fill('/en/json/cal/events/v1/events'));
    expect([argument(body.next_rest_url, 'page'), body.total, body.total_pages]).toEqual(['2', 10, 2]);
    expect([headers.get('x-cal-total'), headers.get('x-cal-totalpages')]).toEqual(['10', '2']);
    const third = (await site.get('/events?per_page=4&page=3')).body;
    expect([argument(third.previous_rest_url, 'page'), third.events.length]).toEqual(['2', 2]);
    const second = (await site.get('/events?page=2')).body;
    expect([path(second.previous_rest_url), argument(second.previous_rest_url, 'page')]).toEqual([
      '/en/json/cal/events/v1/events',
      null,
    ]);
    expect((await site.get('/events?page=3')).status).toBe(404);
  });

  it('57: has fifty a page at most', async () => {
    await site.events(51, 1);
    const { body } = await site.get('/events?per_page=100');
    expect([body.events.length, body.total]).toEqual([50, 51]);
  });

  it('63, 64, 69: begins and ends where seconds from 1970 say', async () => {
    await site.events(10, WEEK);
    const total = async (query: string) => (await site.get(`/events?${query}`)).body.total;
    expect(await total(`start_date=${timestampIn(5 * WEEK)}`)).toBe(6);
    expect(await total(`end_date=${timestampIn(5 * WEEK + 2)}`)).toBe(5);
    expect(await total(`start_date=${timestampIn(240)}&end_date=${timestampIn(720)}`)).toBe(3);
  });

  it.each(['start_date', 'end_date', 'page', 'per_page'])('65–68: refuses %s that is none', async (name) => {
    const values = name.endsWith('date') ? ['whenever'] : ['foo', '-1', '0', 'foo bar'];
    for (const value of values)
      expect([value, (await site.get(`/events?${name}=${value}`)).status]).toEqual([value, 400]);
  });

  it('70: searches titles', async () => {
    for (const title of ['foo', 'foo bar', 'bar']) await site.events(5, 1, { title });
    const [foo, bar] = [
      await site.ids('/events?search=foo&per_page=20'),
      await site.ids('/events?search=bar&per_page=20'),
    ];
    expect([foo.length, bar.length, foo.filter((id) => bar.includes(id)).length]).toEqual([10, 10, 5]);
  });

  it('72–74: lists statuses to those who may ask for them', async () => {
    const [publish, draft, pending] = [
      await site.events(3, 1, { status: 'publish' }),
      await site.events(3, 1, { status: 'draft' }),
      await site.events(3, 1, { status: 'pending' }),
    ];
    const all = (query: string, as: 'editor' | 'visitor' = 'editor') => site.ids(`/events?per_page=20&${query}`, as);
    expect((await all('status=publish')).toSorted()).toEqual(publish);
    expect((await all('status=publish, draft')).toSorted()).toEqual([...publish, ...draft]);
    const three = 'status[]=publish&status[]=draft&status[]=pending';
    expect((await all(three)).toSorted((a, b) => a - b)).toEqual([...publish, ...draft, ...pending]);
    for (const wrong of ['foo', 'foo, bar', 'foo, bar, publish', 'any']) {
      expect([wrong, (await site.get(`/events?status=${wrong}`, 'editor')).status]).toEqual([wrong, 400]);
    }
    expect((await all('status=publish', 'visitor')).toSorted()).toEqual(publish);
    expect((await site.get('/events?status=publish, draft')).status).toBe(400);
  });
});

describe('lines 75–114: the list of events by what they have', () => {
  let site: CheckedSite;
  beforeEach(async () => {
    site = await checkedSite();
  });
  afterEach(() => site.stop());
  const status = async (query: string) => (await site.get(`/events?${query}`)).status;

  it.each(['categories', 'tags'] as const)('75–86: %s', async (plural) => {
    const [one, two, unused] = [
      await site.made(plural, { name: 'one' }),
      await site.made(plural, { name: 'two' }),
      await site.made(plural, { name: 'unused' }),
    ];
    const first = await site.events(4, 1, { [plural]: [one.id] });
    const second = await site.events(2, 10, { [plural]: [two.id] });
    await site.events(3, 1);
    expect(await status(`${plural}[]=unknown`)).toBe(400);
    expect((await site.get(`/events?${plural}[]=${unused.slug}`)).body).toMatchObject({ events: [], total: 0 });
    expect(await site.ids(`/events?${plural}[]=one`)).toEqual(first);
    expect(await site.ids(`/events?${plural}[]=one&per_page=3&page=2`)).toEqual(first.slice(3));
    expect(await site.ids(`/events?${plural}[]=one&${plural}[]=two`)).toEqual([...first, ...second]);
    expect(await site.ids(`/events?${plural}=${one.id},${two.id}`)).toEqual([...first, ...second]);
  });

  it('87–92: finds featured events, or those that are not', async () => {
    expect((await site.get('/events?featured=true')).body).toMatchObject({ events: [], total: 0 });
    const featured = await site.events(3, 1, { featured: true });
    const others = await site.events(3, 5);
    const drafts = await site.events(3, 20, { featured: true, status: 'draft' });
    expect(await site.ids('/events?featured=true')).toEqual(featured);
    expect(await site.ids('/events?featured=false')).toEqual(expect.arrayContaining(others));
    expect(await site.ids('/events?featured=false')).toHaveLength(3);
    expect(await site.ids('/events?featured=true', 'editor')).toEqual([...featured, ...drafts]);
    expect(await site.ids('/events')).toHaveLength(6);
  });

  it.each([
    ['organizer', 'organizers'],
    ['venue', 'venues'],
  ] as const)('93–109: finds events by %s', async (noun, plural) => {
    const linked = [];
    for (const name of ['a', 'b', 'c', 'd']) linked.push((await site.made(plural, { [noun]: name })).id as number);
    const events: number[][] = [];
    for (const [at, id] of linked.slice(0, 3).entries()) events.push(await site.events(3, 1 + 10 * at, { [noun]: id }));
    await site.events(3, 1);
    for (const count of [1, 2, 3, 4]) {
      const ids = linked.slice(0, count);
      const asked = [ids.map((id) => `${noun}[]=${id}`).join('&'), `${noun}=${ids.join(',')}`];
      for (const query of asked) {
        const found = await site.ids(`/events?per_page=20&${query}`);
        expect(found.toSorted((x, y) => x - y)).toEqual(events.slice(0, count).flat());
      }
    }
    for (const wrong of ['foo', '23']) expect(await status(`${noun}=${wrong}`)).toBe(400);
    expect((await site.get(`/events?${noun}=${linked[3]}`)).body).toMatchObject({ events: [], total: 0 });
    const drafts = await site.events(3, 1, { [noun]: linked[3], status: 'draft' });
    expect([await status(`${noun}=${linked[3]}`), await site.ids(`/events?${noun}=${linked[3]}`)]).toEqual([200, []]);
    expect(await site.ids(`/events?${noun}=${linked[3]}`, 'editor')).toEqual(drafts);
  });

  it('103: shows an event of several organizers once', async () => {
    const [a, b] = [
      await site.made('organizers', { organizer: 'a' }),
      await site.made('organizers', { organizer: 'b' }),
    ];
    for (const organizer of [a.id, b.id, [a.id, b.id]]) await site.events(3, 1, { organizer });
    expect(new Set(await site.ids(`/events?organizer[]=${a.id}&organizer[]=${b.id}`)).size).toBe(9);
  });

  it('110–114: finds ids, and refuses parents and ids that are none', async () => {
    const ids = await site.events(3, 1);
    for (const wrong of ['foo-bar', '23']) expect(await status(`post_parent=${wrong}`)).toBe(400);
    for (const wrong of ['include=foo-bar,23,89', 'include[]=foo-bar&include[]=23'])
      expect(await status(wrong)).toBe(400);
    const { body } = await site.get(`/events?${ids.map((id) => `include[]=${id}`).join('&')}`);
    expect([body.total, body.events.map(({ id }: { id: number }) => id)]).toEqual([3, ids]);
    expect(body.events[0]).toMatchObject({ title: 'Event', venue: [], organizer: [], categories: [] });
    expect(await site.ids(`/events?include=${ids.join(',')}`)).toEqual(ids);
    expect(await site.ids(`/events?include=${ids.slice(1).join(',')}`)).toEqual(ids.slice(1));
  });
});

describe('lines 457–460, 467: bounds', () => {
  let site: CheckedSite;
  beforeAll(async () => {
    site = await checkedSite();
    const day = (time: string) => `2018-01-01 ${time}:00`;
    await site.made('events', { title: 'early', start_date: day('16:00'), end_date: day('16:30') });
    await site.made('events', { title: 'late', start_date: day('20:00'), end_date: day('21:00') });
    await site.made('events', { title: 'long', start_date: '2017-12-30 08:00:00', end_date: '2018-01-03 08:00:00' });
  });
  afterAll(() => site.stop());
  const listed = async (query: string): Promise<string[]> =>
    (await site.get(`/events?${query}`)).body.events.map(({ title }: { title: string }) => title);

  it('457: takes whole days unless they are strict', async () => {
    const asked = 'start_date=2018-01-01 15:00&end_date=2018-01-01 18:00';
    expect(await listed(asked)).toEqual(['early', 'late']);
    expect(await listed(`${asked}&strict_dates=true`)).toEqual(['early']);
  });

  it('458: finds what overlaps, and the stricter set of all bounds', async () => {
    const asked = 'ends_after=2017-12-31&starts_before=2018-01-02';
    expect(await listed(asked)).toEqual(['long', 'early', 'late']);
    expect(await listed(`${asked}&start_date=2017-12-30&end_date=2018-01-02`)).toEqual(['early', 'late']);
  });

  it.each(['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'])(
    '459: repeats %s in the address',
    async (name) => {
      const { rest_url } = (await site.get(`/events?${name}=2018-01-01 15:00:00`)).body;
      expect(argument(rest_url, name)).toBe(`2018-01-01 ${name === 'start_date' ? '00:00:00' : '23:59:59'}`);
      const strict = (await site.get(`/events?${name}=2018-01-01 15:00:00&strict_dates=true`)).body;
      expect(argument(strict.rest_url, name)).toBe('2018-01-01 15:00:00');
    },
  );

  it('460: repeats venues, organizers and featured in the address', async () => {
    const venues = [await site.made('venues', { venue: 'a' }), await site.made('venues', { venue: 'b' })];
    const ids = venues.map(({ id }) => id);
    const { rest_url } = (await site.get(`/events?venue[]=${ids[0]}&venue[]=${ids[1]}&featured=true`)).body;
    expect([argument(rest_url, 'venue'), argument(rest_url, 'featured')]).toEqual([ids.join(','), 'true']);
  });
});
