import { type CheckedSite, checkedSite } from './checkedSite.contract.ts';

const texts = {
  venues: { address: '1 Main St', city: 'K', country: 'C', province: 'P', state: 'S', zip: '1', phone: '5' },
  organizers: { phone: '5', email: 'a@b.test' },
} as const;

describe.each([
  ['organizers', 'organizer'],
  ['venues', 'venue'],
] as const)('lines 215–353: %s', (plural, noun) => {
  let site: CheckedSite;
  beforeEach(async () => {
    site = await checkedSite({ settings: { events_per_page: 5 } });
  });
  afterEach(() => site.stop());

  const make = async (count: number, body: object = {}): Promise<number[]> => {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) ids.push((await site.made(plural, { [noun]: `Name ${n}`, ...body })).id);
    return ids;
  };
  const ids = async (query: string, as?: 'editor') =>
    (await site.ids(`/${plural}?${query}`, as)).toSorted((a, b) => a - b);
  const status = async (query: string, as?: 'editor') => (await site.get(`/${plural}?${query}`, as)).status;

  it('215–238: are listed in pages with the addresses of those around them', async () => {
    expect((await site.get(`/${plural}`)).body).toMatchObject({ [plural]: [], total: 0, total_pages: 0 });
    await make(10);
    const { body, headers } = await site.get(`/${plural}`);
    expect([body[plural].length, body.total, body.total_pages]).toEqual([5, 10, 2]);
    expect([headers.get('x-cal-total'), headers.get('x-cal-totalpages')]).toEqual(['10', '2']);
    expect(new Set([...(await ids('')), ...(await ids('page=2'))]).size).toBe(10);
    const page = async (query: string) => (await site.get(`/${plural}?${query}`)).body;
    expect(await page('per_page=4')).toMatchObject({ total: 10, total_pages: 3 });
    expect((await page('per_page=2&page=2')).total_pages).toBe(5);
    expect(new URL(body.rest_url).pathname).toBe(`/en/json/cal/events/v1/${plural}`);
    expect(new URL(body.next_rest_url).searchParams.get('page')).toBe('2');
    const third = await page('per_page=4&page=3');
    expect(new URL(third.previous_rest_url).searchParams.get('page')).toBe('2');
    expect(new URL((await page('page=2')).previous_rest_url).searchParams.get('page')).toBeNull();
    expect(await status('page=3')).toBe(404);
    for (const name of ['page', 'per_page']) {
      for (const value of ['foo', '-1', '0', 'foo bar']) expect(await status(`${name}=${value}`)).toBe(400);
    }
  });

  it('221: are fifty a page at most', async () => {
    await make(51);
    expect(await ids('per_page=100')).toHaveLength(50);
  });

  it('239–248: are listed by statuses to those who may see these', async () => {
    const [drafts, pending] = [await make(3, { status: 'draft' }), await make(3, { status: 'pending' })];
    expect(await ids('')).toEqual([]);
    expect(await ids('per_page=20&status=draft', 'editor')).toEqual(drafts);
    const published = await make(3);
    expect(await ids('per_page=20&status=publish', 'editor')).toEqual(published);
    expect(await ids('per_page=20&status=publish, draft', 'editor')).toHaveLength(6);
    const three = 'status[]=publish&status[]=draft&status[]=pending';
    expect(await ids(`per_page=20&${three}`, 'editor')).toEqual([...drafts, ...pending, ...published]);
    for (const wrong of ['foo', 'foo, bar', 'foo, bar, publish'])
      expect(await status(`status=${wrong}`, 'editor')).toBe(400);
    expect([await ids('status=publish'), await status('status=publish, draft')]).toEqual([published, 400]);
  });

  it.each([noun, 'description'])('249–254: are found by their %s', async (field) => {
    for (const text of ['common-word foo', 'common-word bar', 'common-word baz']) {
      await site.made(plural, { [noun]: 'name', [field]: text });
    }
    expect([await status('search=woo'), await ids('search=woo')]).toEqual([200, []]);
    expect(await ids('search=common-word')).toHaveLength(3);
    expect(await ids('search=common-word foo')).toHaveLength(1);
    expect(await status('search=')).toBe(400);
  });

  it('257–264: are listed by whether published events link them', async () => {
    const [one, two, three] = await make(3);
    expect([await ids('has_events=true'), await ids('has_events=false')]).toEqual([[], [one, two, three]]);
    await site.event(1, { [noun]: one });
    expect([await ids('has_events=true'), await ids('has_events=false')]).toEqual([[one], [two, three]]);
    await site.event(1, { [noun]: two, status: 'draft' });
    await site.event(1, { [noun]: three, status: 'pending' });
    expect(await ids('has_events=true')).toEqual([one]);
    for (const id of [two, three]) await site.event(1, { [noun]: id });
    expect(await ids('has_events=false')).toEqual([]);
  });

  it('265–276: are listed that one event links', async () => {
    const [one] = await make(2);
    const linked = await site.event(1, { [noun]: one });
    const alone = await site.event(1);
    expect([await ids(`event=${linked.id}`), await ids(`event=${alone.id}`)]).toEqual([[one], []]);
    expect(await status('event=2389')).toBe(400);
    const [draft] = await make(1, { status: 'draft' });
    const hiding = await site.event(1, { [noun]: draft });
    expect([await ids(`event=${hiding.id}`), await ids(`event=${hiding.id}`, 'editor')]).toEqual([[], [draft]]);
  });

  it('277–284: are listed that have events to come', async () => {
    const made = await make(4);
    const [one, two, three] = made;
    await site.event(1, { [noun]: one });
    await site.event(-720, { [noun]: two });
    expect([await ids('only_with_upcoming=true'), await ids('only_with_upcoming=false')]).toEqual([[one], made]);
    await site.event(5, { [noun]: two, status: 'private' });
    await site.event(5, { [noun]: three, status: 'draft' });
    expect([await ids('only_with_upcoming=true'), await ids('only_with_upcoming=true', 'editor')]).toEqual([
      [one],
      [one, two, three],
    ]);
  });

  it('285–294: are trashed once, by who may, and leave their events', async () => {
    const [id] = await make(1);
    const event = await site.event(1, { [noun]: id });
    expect(await site.status('visitor', 'DELETE', `/${plural}/2389`)).toBe(401);
    expect(await site.status('administrator', 'DELETE', `/${plural}/2389`)).toBe(404);
    expect(await site.status('visitor', 'DELETE', `/${plural}/${id}`)).toBe(401);
    expect(await site.ask('administrator', 'DELETE', `/${plural}/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect(await site.status('administrator', 'DELETE', `/${plural}/${id}`)).toBe(410);
    expect((await site.get(`/events/${event.id}`)).body[noun]).toEqual([]);
  });

  it('295–306, 333–344: are made and changed with all that is sent, or refused', async () => {
    expect(await site.status('visitor', 'POST', `/${plural}`, { [noun]: 'x' })).toBe(401);
    const at = Date.parse('2031-01-02T09:00:00Z') / 1000;
    const sent = { [noun]: 'N', author: 2, date: at, date_utc: at, description: 'D', status: 'draft', timezone: 'UTC' };
    const own = { ...texts[plural], website: 'https://w.test/', ...(noun === 'venue' && { show_map: 'false' }) };
    const [id] = await make(1);
    expect(await site.status('visitor', 'POST', `/${plural}/${id}`, { [noun]: 'x' })).toBe(401);
    const made = await site.ask('administrator', 'POST', `/${plural}`, { body: { ...sent, ...own } });
    const changed = await site.ask('administrator', 'POST', `/${plural}/${id}`, { body: { ...sent, ...own } });
    for (const { body } of [made, changed]) {
      expect(body).toMatchObject({ ...texts[plural], [noun]: 'N', author: '2', status: 'draft' });
      expect([body.date, body.description, body.website]).toEqual(['2031-01-02 09:00:00', '<p>D</p>', own.website]);
      if (noun === 'venue') expect(body.show_map).toBe(false);
    }
    for (const path of ['', `/${id}`]) {
      const bad = [{ author: 23 }, { author: 'foo' }, { date: 'foo' }, { date_utc: 'foo' }, { status: 'unknown' }];
      for (const values of [{ [noun]: '' }, ...bad]) {
        const body = { [noun]: 'N', ...values };
        expect([values, await site.status('administrator', 'POST', `/${plural}${path}`, body)]).toEqual([values, 400]);
      }
    }
  });

  it('307–310, 348–353: take pictures by id and address, and names that others have', async () => {
    const [one, two] = await make(2);
    for (const image of [90, 'https://elsewhere.test/pier.jpg']) {
      const made = await site.made(plural, { [noun]: 'Pictured', image });
      const changed = await site.ask('administrator', 'POST', `/${plural}/${one}`, { body: { image } });
      expect([made.image.id, changed.body.image.id]).toEqual([90, 90]);
    }
    const { status: code, body } = await site.ask('administrator', 'POST', `/${plural}/${two}`, {
      body: { [noun]: 'Name 0' },
    });
    expect([code, body[noun], body.id]).toEqual([200, 'Name 0', two]);
  });

  it('315–332: are read by id and slug, by who may', async () => {
    const { id } = await site.made(plural, {
      [noun]: 'Hall',
      ...texts[plural],
      excerpt: 'E',
      description: 'D',
      image: 90,
    });
    const { status: code, body } = await site.get(`/${plural}/${id}`);
    expect(code).toBe(200);
    const members = ['author', 'date', 'date_utc', 'modified', 'modified_utc', 'status', 'url', noun, 'description'];
    const more = ['image', 'json_ld', 'global_id', 'global_id_lineage', ...Object.keys(texts[plural])];
    for (const member of [...members, ...more]) expect(body).toHaveProperty(member);
    expect((await site.get(`/${plural}/by-slug/hall`)).body).toEqual(body);
    for (const path of ['foo', 'foo%20bar', 'foo-bar', '2389', 'by-slug/unknown']) {
      expect([path, (await site.get(`/${plural}/${path}`)).status]).toEqual([path, 404]);
    }
    const draft = await site.made(plural, { [noun]: 'Draft', status: 'draft' });
    const slug = `by-slug/${(await site.made(plural, { [noun]: 'Hidden', status: 'private' })).slug}`;
    for (const path of [String(draft.id), slug]) {
      expect((await site.get(`/${plural}/${path}`)).status).toBe(403);
      expect((await site.get(`/${plural}/${path}`, 'editor')).status).toBe(200);
    }
  });

  it('345–347: are emptied of what is sent empty, and keep the rest', async () => {
    const all = { ...texts[plural], website: 'https://w.test/' };
    const { id } = await site.made(plural, { [noun]: 'N', ...all });
    const renamed = await site.ask('administrator', 'POST', `/${plural}/${id}`, { body: { [noun]: 'M' } });
    expect(renamed.body).toMatchObject({ [noun]: 'M', ...all });
    const empty = Object.fromEntries(Object.keys(all).map((name) => [name, '']));
    const { body } = await site.ask('administrator', 'POST', `/${plural}/${id}`, { body: { [noun]: 'M', ...empty } });
    for (const name of [...Object.keys(all), 'stateprovince']) expect(body).not.toHaveProperty(name);
  });
});

describe('lines 255, 256: a search by what only one kind has', () => {
  const totals = async (plural: string, records: readonly object[], searches: Readonly<Record<string, number>>) => {
    const site = await checkedSite();
    for (const record of records) await site.made(plural, record);
    const found: Record<string, number> = {};
    for (const search of Object.keys(searches)) {
      found[search] = (await site.get(`/${plural}?search=${encodeURIComponent(search)}`)).body.total;
    }
    await site.stop();
    return found;
  };

  it('255: finds organizers by phone, address of mail and website', async () => {
    const rows = [
      ['111111111', 'one@common.com', 'http://one.com'],
      ['111112222', 'two@common.com', 'http://two.com'],
      ['222223333', 'three@three.com', 'http://three.com'],
    ];
    const records = rows.map(([phone, email, website]) => ({ organizer: 'title word', phone, email, website }));
    const searches = {
      '1111': 2,
      '111111111': 1,
      '222223333': 1,
      'three@three.com': 1,
      'common.com': 2,
      'http://one.com': 1,
      '@common.com': 2,
      title: 3,
      woo: 0,
    };
    expect(await totals('organizers', records, searches)).toEqual(searches);
  });

  it('256: finds venues by their addresses and phones', async () => {
    const london = { city: 'Greater London', country: 'United Kingdom', zip: '223345' };
    const records = [
      { venue: 'title a', address: 'Baker Street', ...london, phone: '1111111' },
      { venue: 'title b', address: 'Piccadilly', ...london, phone: '2222222' },
      { venue: 'title c', address: 'Avenue du Temple', city: 'Paris', province: 'Ile de France', phone: '3333333' },
    ];
    const searches = {
      london: 2,
      '3333333': 1,
      'temple avenue': 1,
      'greater london': 2,
      france: 1,
      'france, ile de': 1,
      '223345': 2,
      title: 3,
      woo: 0,
    };
    expect(await totals('venues', records, searches)).toEqual(searches);
  });
});
