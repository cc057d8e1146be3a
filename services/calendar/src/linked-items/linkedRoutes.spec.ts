import { type Asker, serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const)('%s', (plural, noun) => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (name: string, body: object = {}) => {
    const answer = await calendar.ask('editor', 'POST', `/${plural}`, { body: { [noun]: name, ...body } });
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    calendar.advance(1_000);
    return answer.body;
  };
  const event = async (body: object) =>
    (await calendar.ask('editor', 'POST', '/events', { body: { ...times, title: 'x', ...body } })).body;
  const names = async (query: string, as: Asker = 'visitor') =>
    (await calendar.ask(as, 'GET', `/${plural}?${query}`)).body[plural].map(
      (each: Record<string, string>) => each[noun],
    );

  it('are not found by name once they are trashed', async () => {
    const made = await create('Hall');
    const linked = async () => [(await event({ [noun]: { [noun]: 'Hall' } }))[noun]].flat()[0].id;
    expect(await linked()).toBe(made.id);
    await calendar.ask('editor', 'DELETE', `/${plural}/${made.id}`);
    expect(await linked()).not.toBe(made.id);
  });

  it('omit empty members', async () => {
    const made = await create('The "Hall"', { phone: '', description: 'Old' });
    expect(made).toMatchObject({ [noun]: 'The &#8220;Hall&#8221;', slug: 'the-hall', description: '<p>Old</p>' });
    for (const member of ['phone', 'excerpt', 'image', 'website']) expect(made).not.toHaveProperty(member);
  });

  it('are created twice by two requests', async () => {
    const [one, two] = [await create('Same'), await create('Same')];
    expect([two.slug, two.id === one.id]).toEqual(['same-2', false]);
  });

  it('are found by name and values if an event names them so, and not changed by that', async () => {
    const one = await create('Hall', { phone: '1', website: 'https://example.org/' });
    const linked = async (values: object) => [(await event({ [noun]: [values] }))[noun]].flat()[0];
    expect((await linked({ [noun]: 'Hall' })).id).toBe(one.id);
    expect((await linked({ [noun]: 'Hall', phone: '1' })).id).toBe(one.id);
    const other = await linked({ [noun]: 'Hall', phone: '2' });
    expect(other.id === one.id).toBe(false);
    expect((await linked({ [noun]: 'Hall', phone: '2' })).id).toBe(other.id);
    expect((await calendar.ask('visitor', 'GET', `/${plural}/${one.id}`)).body.phone).toBe('1');
  });

  it('are created without undeclared members if an event names them with such', async () => {
    const undeclared = { excerpt: 5, comment_status: 'ajar', format: ['aside'], template: {} };
    const named = [(await event({ [noun]: { [noun]: 'Hall', ...undeclared } }))[noun]].flat()[0];
    const { body } = await calendar.ask('editor', 'GET', `/${plural}/${named.id}`, { namespace: 'calx/v1' });
    expect(body).toMatchObject({ comment_status: 'open', format: 'standard', template: '', excerpt: { rendered: '' } });
  });

  it('are found regardless of case and blanks of the name, but not of accents', async () => {
    const one = await create('Café du  Port');
    const linked = async (name: string) => [(await event({ [noun]: [{ [noun]: name }] }))[noun]].flat()[0].id;
    for (const name of ['café DU port', ' Café du Port ', 'Cafe\u0301 du\u00a0port'])
      expect(await linked(name)).toBe(one.id);
    expect((await linked('Cafe du Port')) === one.id).toBe(false);
  });

  it('change sent members, clear empty ones, and keep modified if nothing changes', async () => {
    const made = await create('Hall', { phone: '1', description: 'Old' });
    const cleared = await calendar.ask('editor', 'POST', `/${plural}/${made.id}`, { body: { phone: '' } });
    expect([cleared.body.phone, cleared.body.description]).toEqual([undefined, '<p>Old</p>']);
    const before = await calendar.store.last();
    const same = await calendar.ask('editor', 'PUT', `/${plural}/${made.id}`, { body: { phone: '', [noun]: 'Hall' } });
    expect([same.status, same.body.modified, await calendar.store.last()]).toEqual([
      200,
      cleared.body.modified,
      before,
    ]);
  });

  it.each([
    [{ author: 23 }],
    [{ author: 'foo' }],
    [{ date: 'foo' }],
    [{ date_utc: 'foo' }],
    [{ status: 'odd' }],
    [{ image: 'https://x.test/a.png' }],
    [{ website: 'nope' }],
    [{ description: 5 }],
  ])('refuse %j', async (wrong) => {
    const { status, body } = await calendar.ask('administrator', 'POST', `/${plural}`, {
      body: { [noun]: 'x', ...wrong },
    });
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
  });

  it('are missing under an unknown id', async () => {
    const ask = (method: string, path: string) =>
      calendar.ask('editor', method, path, { body: method === 'GET' ? undefined : {} });
    for (const path of [`/${plural}/23`, `/${plural}/by-slug/nope`]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, body } = await ask(method, path);
        expect([status, body.code]).toEqual([404, `rest-${noun}-not-found`]);
      }
    }
    const { id } = await event({});
    expect((await ask('GET', `/${plural}/${id}`)).status).toBe(404);
  });

  it('are trashed once, and leave events and lists', async () => {
    const made = await create('Hall');
    const { id } = await event({ [noun]: made.id });
    const trashed = await calendar.ask('editor', 'DELETE', `/${plural}/${made.id}`);
    expect(trashed.body).toMatchObject({ status: 'trash', slug: 'hall__trashed' });
    expect((await calendar.ask('editor', 'DELETE', `/${plural}/${made.id}`)).body.code).toBe(`${noun}-is-in-trash`);
    expect((await calendar.ask('visitor', 'GET', `/${plural}/${made.id}`)).body.code).toBe(`${noun}-not-accessible`);
    expect((await calendar.ask('visitor', 'GET', `/events/${id}`)).body[noun]).toEqual([]);
    expect(await names('')).toEqual([]);
  });

  it('are found by their events', async () => {
    const [used, old, drafted, unused] = [
      await create('used'),
      await create('old'),
      await create('drafted'),
      await create('unused'),
    ];
    const { id } = await event({ [noun]: used.id });
    await event({ [noun]: old.id, start_date: '2020-01-01', end_date: '2020-01-02' });
    await event({ [noun]: drafted.id, status: 'draft' });
    expect(unused.id).toBeGreaterThan(0);
    expect(await names('')).toEqual(['unused', 'drafted', 'old', 'used']);
    expect(await names(`event=${id}`)).toEqual(['used']);
    expect(await names('has_events=true')).toEqual(['old', 'used']);
    expect(await names('has_events=false')).toEqual(['unused', 'drafted']);
    expect(await names('only_with_upcoming=true')).toEqual(['used']);
    expect(await names('only_with_upcoming=true', 'editor')).toEqual(['drafted', 'used']);
    for (const query of ['event=23', 'has_events[]=true', 'only_with_upcoming[a]=true'])
      expect((await calendar.ask('visitor', 'GET', `/${plural}?${query}`)).status).toBe(400);
  });

  it('are searched in any of their texts, all pieces in one text', async () => {
    await create('one', { phone: '111111111', description: 'greater London area' });
    await create('two', { phone: '111112222' });
    expect(await names('search=1111')).toEqual(['two', 'one']);
    expect(await names('search=london greater')).toEqual(['one']);
    expect(await names('search=london 1111')).toEqual([]);
    expect(await names('search=!!!')).toEqual([]);
    expect(await names('search=greater london area greater london area greater london area greater')).toEqual([]);
    for (const search of ['', 'x'.repeat(1_601), 'a '.repeat(3_400)])
      expect((await calendar.ask('visitor', 'GET', `/${plural}?search=${search}`)).status).toBe(400);
  });

  it('mask members behind a password, the name too', async () => {
    const made = await create('Secret', { password: 'Sesame', phone: '1', description: 'x' });
    const masked = (await calendar.ask('visitor', 'GET', `/${plural}/${made.id}`)).body;
    expect(masked).toMatchObject({ [noun]: '', phone: '', description: '', slug: 'secret' });
    expect(masked).not.toHaveProperty('json_ld');
    expect((await calendar.ask('visitor', 'GET', `/${plural}/${made.id}?password=Sesame`)).body.phone).toBe('1');
    expect(await names('')).toEqual(['']);
    expect(await names('search=secret')).toEqual([]);
    expect(await names('search=secret&password=Sesame')).toEqual(['Secret']);
    expect([await names('search=secret', 'subscriber'), await names('search=secret', 'editor')]).toEqual([[], ['']]);
    const { id } = await event({ [noun]: made.id });
    const [shown] = [(await calendar.ask('visitor', 'GET', `/events/${id}`)).body[noun]].flat();
    expect([shown[noun], shown.phone]).toEqual(['', '']);
  });
});

describe('a venue', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  it.each([
    [{ country: 'Canada', province: 'Ontario', state: 'NY' }, 'Ontario'],
    [{ country: 'United States', province: 'Ontario', state: 'NY' }, 'NY'],
    [{ state: 'NY' }, 'NY'],
    [{ stateprovince: 'ON', province: 'Ontario', country: 'Canada' }, 'ON'],
    [{ city: 'Paris' }, undefined],
  ])('is placed by %j in %s', async (address, expected) => {
    const { body } = await calendar.ask('editor', 'POST', '/venues', { body: { venue: 'x', ...address } });
    expect(body.stateprovince).toBe(expected);
  });

  it('keeps a state or province that is sent back, whatever else of the address changes', async () => {
    const { body: made } = await calendar.ask('editor', 'POST', '/venues', {
      body: { venue: 'x', country: 'Canada', province: 'Ontario', stateprovince: 'ON' },
    });
    const change = async (body: object) =>
      (await calendar.ask('editor', 'POST', `/venues/${made.id}`, { body })).body.stateprovince;
    expect(await change({ stateprovince: 'ON', province: 'Quebec' })).toBe('ON');
    expect(await change({ province: 'Alberta' })).toBe('Alberta');
  });

  it('shows a map by default', async () => {
    const ask = async (body: object) =>
      (await calendar.ask('editor', 'POST', '/venues', { body: { venue: 'x', ...body } })).body.show_map;
    expect([await ask({}), await ask({ show_map: 'false' }), await ask({ show_map: '1' })]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is one of several in an event, in order', async () => {
    const ids = [];
    for (const venue of ['one', 'two'])
      ids.push((await calendar.ask('editor', 'POST', '/venues', { body: { venue } })).body.id);
    const body = { ...times, title: 'x', venue: [ids[1], { id: ids[0] }, { venue: 'three' }] };
    const made = await calendar.ask('editor', 'POST', '/events', { body });
    expect(made.body.venue.map((each: { venue: string }) => each.venue)).toEqual(['two', 'one', 'three']);
    const changed = await calendar.ask('editor', 'POST', `/events/${made.body.id}`, { body: { venue: `${ids[0]}` } });
    expect(changed.body.venue.venue).toBe('one');
  });
});
