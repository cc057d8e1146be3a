import { type Asker, serveCalendar, type TestService } from '../testing.contract.ts';

interface EventItem {
  readonly id: number;
  readonly title: string;
}

describe('the list of events', () => {
  let calendar: TestService;
  const ids: Record<string, number> = {};

  const create = async (title: string, day: string, body: object = {}, as: Asker = 'administrator') => {
    const dates = { start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` };
    const answer = await calendar.ask(as, 'POST', '/events', { body: { title, ...dates, ...body } });
    expect([title, answer.status]).toEqual([title, 201]);
    ids[title] = answer.body.id;
  };
  const list = (query: string, as: Asker = 'visitor') => calendar.ask(as, 'GET', `/events?${query}`);
  const titles = async (query: string, as: Asker = 'visitor') =>
    (await list(query, as)).body.events.map((event: EventItem) => event.title);

  beforeAll(async () => {
    calendar = await serveCalendar();
    await create('past', '2012-01-13');
    await create('alpha', '2031-02-10', {
      featured: true,
      venue: { venue: 'Hall', city: 'Kingston' },
      categories: ['Film'],
    });
    await create('beta', '2031-02-11', {
      organizer: [{ organizer: 'Club' }],
      tags: ['indoors'],
      description: 'Café numbers',
    });
    await create('gamma', '2031-02-12', { categories: ['Film', 'Food'], tags: ['indoors', 'loud'] });
    await create('hidden', '2031-02-13', { hide_from_listings: true });
    await create('far', '2034-02-13');
    await create('draft', '2031-02-14', { status: 'draft' });
    await create('own draft', '2031-02-15', {}, 'contributor');
    await create('private', '2031-02-16', { status: 'private' });
    await create('twin', '2031-02-12');
  });
  afterAll(() => calendar.stop());

  it('shows visitors published events, in the order of their start, from yesterday to two years ahead', async () => {
    expect(await titles('')).toEqual(['alpha', 'beta', 'gamma', 'twin']);
  });

  it.each([
    ['start_date=2031-02-11', ['beta', 'gamma', 'twin']],
    ['start_date=2031-02-11 11:00:00', ['beta', 'gamma', 'twin']],
    ['start_date=2031-02-11 11:00:00&strict_dates=true', ['gamma', 'twin']],
    ['end_date=2031-02-11', ['alpha', 'beta']],
    ['end_date=2031-02-11 11:00:00&strict_dates=1', ['alpha']],
    ['starts_before=2013-01-01', ['past']],
    ['starts_after=2031-02-11', ['gamma', 'twin', 'far']],
    ['ends_before=2031-02-11&starts_after=2031-01-01', ['alpha', 'beta']],
    ['ends_after=2031-02-12', ['far']],
    ['start_date=2010-01-01&end_date=2013-01-01', ['past']],
    ['start_date=2033-01-01&end_date=2032-01-01', []],
    ['start_date=now&end_date=%2B41 days', ['alpha', 'beta']],
    ['search=alp', ['alpha']],
    ['search=cafe numbers', ['beta']],
    ['search=nothing', []],
    ['featured=true', ['alpha']],
    ['featured=false', ['beta', 'gamma', 'twin']],
    ['categories=film', ['alpha', 'gamma']],
    ['categories=film,food', ['alpha', 'gamma']],
    ['categories[]=film&categories[]=food', ['alpha', 'gamma']],
    ['categories=food&tags=indoors', ['gamma']],
    ['tags=indoors,loud', ['beta', 'gamma']],
    ['ticketed=false', ['alpha', 'beta', 'gamma', 'twin']],
    ['per_page=2&page=2', ['gamma', 'twin']],
  ])('finds by %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it.each([
    ['page=0'],
    ['page=1.5'],
    ['per_page=-1'],
    ['start_date=whenever'],
    ['start_date='],
    ['include=a,b'],
    ['include=0'],
    ['categories=nope'],
    ['tags=nope'],
    ['venue=foo'],
    ['venue=23'],
    ['organizer=23'],
    ['status=draft'],
    ['status=publish,draft'],
    ['status=any'],
    ['search='],
    ['search=0'],
    ['featured=perhaps'],
    ['post_parent=23'],
    ['geoloc_lat=44'],
  ])('refuses %s', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
  });

  it('says that there are no tickets', async () => {
    const { body } = await list('ticketed=true');
    expect(body.data.details.ticketed.code).toBe('event-tickets-not-active');
  });

  it('finds by venue and organizer', async () => {
    const venue = (await calendar.ask('visitor', 'GET', `/events/${ids.alpha}`)).body.venue.id;
    const organizer = (await calendar.ask('visitor', 'GET', `/events/${ids.beta}`)).body.organizer[0].id;
    expect(await titles(`venue=${venue}`)).toEqual(['alpha']);
    expect(await titles(`organizer[]=${organizer}`)).toEqual(['beta']);
    expect(await titles(`venue=${venue}&organizer=${organizer}`)).toEqual([]);
  });

  it('lists exactly the included events, whatever their dates, by publication', async () => {
    expect(await titles(`include=${ids.far},${ids.past},${ids.draft}`)).toEqual(['past', 'far']);
  });

  it('shows everybody only permitted events', async () => {
    expect(await titles('', 'editor')).toEqual(['alpha', 'beta', 'gamma', 'twin', 'draft', 'own draft', 'private']);
    expect(await titles('', 'contributor')).toEqual(['alpha', 'beta', 'gamma', 'twin', 'own draft']);
    expect(await titles('status=draft', 'contributor')).toEqual(['own draft']);
    expect(await titles('status=publish, draft', 'editor')).toEqual([
      'alpha',
      'beta',
      'gamma',
      'twin',
      'draft',
      'own draft',
    ]);
    expect(await titles('status=trash', 'editor')).toEqual([]);
    expect((await list('status=draft', 'subscriber')).status).toBe(400);
  });

  it('searches texts behind a password only for people who may edit the event, its title for signed-in users', async () => {
    const secret = { password: 'sesame', description: 'whispered' };
    await create('secret', '2032-06-01', secret);
    expect(await titles('start_date=2032-06-01')).toEqual(['secret']);
    expect(await titles('start_date=2032-06-01&search=whispered')).toEqual([]);
    expect(await titles('start_date=2032-06-01&search=whispered&password=sesam')).toEqual([]);
    expect(await titles('start_date=2032-06-01&search=whispered&password=sesame')).toEqual(['secret']);
    expect(await titles('start_date=2032-06-01&search=whispered', 'editor')).toEqual(['secret']);
    for (const [search, found] of [
      ['whispered', []],
      ['secret whispered', []],
      ['whispered&password=sesame', ['secret']],
      ['secret', ['secret']],
      ['secret -whispered', ['secret']],
    ] as const)
      expect(await titles(`start_date=2032-06-01&search=${search}`, 'subscriber')).toEqual(found);
    await calendar.ask('administrator', 'DELETE', `/events/${ids.secret}`);
  });

  it('repeats arguments of any name in its address', async () => {
    for (const name of ['__proto__', 'constructor']) {
      const { body } = await list(`${name}[]=1&${name}[]=2`);
      expect(new URL(body.rest_url).searchParams.get(name)).toBe('1,2');
    }
  });

  it('counts and pages, and links its neighbours', async () => {
    const { body, headers } = await list(
      'per_page=2&categories[]=film&categories[]=food&start_date=2031-02-01 05:00:00',
    );
    expect([body.total, body.total_pages, headers.get('x-cal-total'), headers.get('x-cal-totalpages')]).toEqual([
      2,
      1,
      '2',
      '1',
    ]);
    const address = new URL(body.rest_url);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      categories: 'film,food',
      per_page: '2',
      start_date: '2031-02-01 00:00:00',
    });
    const first = (await list('per_page=2&search=a')).body;
    expect(first).not.toHaveProperty('previous_rest_url');
    const second = (await list(new URL(first.next_rest_url).search.slice(1))).body;
    expect([first.events.length, second.events.length, first.total, second.total]).toEqual([2, 1, 3, 3]);
    expect(new URL(second.previous_rest_url).searchParams.has('page')).toBe(false);
    expect((await list('page=9')).body.code).toBe('event-archive-page-not-found');
  });

  it('names every effective argument in its own address, which lists the same', async () => {
    const plain = (await list('')).body;
    const names = { per_page: '10', page: '1', status: 'publish' };
    const dates = { start_date: '2030-12-31 00:00:00', end_date: '2033-01-01 23:59:59' };
    expect(Object.fromEntries(new URL(plain.rest_url).searchParams)).toEqual({ ...names, ...dates });
    expect((await list(new URL(plain.rest_url).search.slice(1))).body).toEqual(plain);
    const edited = (await list('status[]=draft&status[]=private', 'editor')).body;
    expect(new URL(edited.rest_url).searchParams.get('status')).toBe('draft,private');
    const all = (await list('', 'editor')).body;
    expect((await list(new URL(all.rest_url).search.slice(1), 'editor')).body).toEqual(all);
  });

  it('lowers large pages to 50', async () => {
    expect(new URL((await list('per_page=5000')).body.rest_url).searchParams.get('per_page')).toBe('50');
  });

  it('includes the events of child categories', async () => {
    const parent = await calendar.ask('editor', 'POST', '/categories', { body: { name: 'Arts' } });
    const [film] = (await calendar.ask('visitor', 'GET', '/categories?slug=film')).body.categories;
    await calendar.ask('editor', 'POST', `/categories/${film.id}`, { body: { parent: parent.body.id } });
    expect(await titles('categories=arts')).toEqual(['alpha', 'gamma']);
  });

  it('finds events around a place', async () => {
    const venue = (await calendar.ask('visitor', 'GET', `/events/${ids.alpha}`)).body.venue.id;
    await calendar.ask('editor', 'POST', `/venues/${venue}`, { body: { _VenueLat: '44.23', _VenueLng: -76.49 } });
    expect(await titles('geoloc=true')).toEqual(['alpha']);
    expect(await titles('geoloc_lat=44.4&geoloc_lng=-76.5')).toEqual(['alpha']);
    expect(await titles('geoloc_lat=45.4&geoloc_lng=-75.7')).toEqual([]);
    expect(await titles('geoloc_lat=45.4&geoloc_lng=-75.7&geofence=200')).toEqual(['alpha']);
  });
});
