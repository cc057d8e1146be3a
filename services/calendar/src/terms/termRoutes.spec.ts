import { ORIGIN, serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe.each(['categories', 'tags'] as const)('%s', (plural) => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (body: object) => {
    const answer = await calendar.ask('editor', 'POST', `/${plural}`, { body });
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    return answer.body;
  };
  const event = async (body: object) =>
    (await calendar.ask('editor', 'POST', '/events', { body: { ...times, title: 'x', ...body } })).body;
  const names = async (query: string) =>
    (await calendar.ask('visitor', 'GET', `/${plural}?${query}`)).body[plural].map(
      (term: { name: string }) => term.name,
    );

  it('are created, read, changed and deleted for good', async () => {
    const made = await create({ name: 'Sport & <b>Play</b>', description: 'Games' });
    expect(made).toMatchObject({
      count: 0,
      description: 'Games',
      meta: [],
      urls: { collection: `${ORIGIN}/en/json/cal/events/v1/${plural}` },
    });
    const changed = await calendar.ask('editor', 'PATCH', `/${plural}/${made.id}`, { body: { description: '' } });
    expect([changed.status, changed.body.description, changed.body.slug]).toEqual([200, '', made.slug]);
    for (const { _links: links, urls } of [made, changed.body])
      expect(links).toMatchObject({ self: [{ href: urls.self }], collection: [{ href: urls.collection }] });
    const gone = await calendar.ask('editor', 'DELETE', `/${plural}/${made.id}`);
    expect([gone.status, gone.body.id]).toEqual([200, made.id]);
    expect((await calendar.ask('visitor', 'GET', `/${plural}/${made.id}`)).body.code).toBe('rest_term_invalid');
    expect((await calendar.ask('editor', 'DELETE', `/${plural}/${made.id}`)).status).toBe(404);
  });

  it('are listed, filtered and ordered', async () => {
    for (const name of ['b', 'A', 'C']) await create({ name });
    const [b, a, c] = (await calendar.ask('visitor', 'GET', `/${plural}?hide_empty=false&orderby=id`)).body[plural];
    expect(await names('')).toEqual([]);
    expect(await names('hide_empty=false')).toEqual(['A', 'b', 'C']);
    expect(await names('hide_empty=false&orderby=id&order=desc')).toEqual(['C', 'A', 'b']);
    expect(await names(`hide_empty=false&exclude=${a.id},${c.slug}`)).toEqual(['b']);
    expect(await names(`hide_empty=false&include[]=${a.id}&include[]=${b.id}`)).toEqual(['A', 'b']);
    expect(await names('hide_empty=false&slug=c')).toEqual(['C']);
    expect(await names('hide_empty=false&slug=nope')).toEqual([]);
    expect(await names('hide_empty=false&search=C')).toEqual(['C']);
    expect(await names('hide_empty=false&per_page=2&page=2')).toEqual(['C']);
    expect(await names('hide_empty=false&per_page=2&page=9')).toEqual([]);
  });

  it('are counted by their published events', async () => {
    const one = await event({ [plural]: 'Used,Twice' });
    await event({ [plural]: ['Twice'] });
    await event({ [plural]: 'Drafted', status: 'draft' });
    expect(await names('')).toEqual(['Twice', 'Used']);
    expect(await names('orderby=count&order=desc')).toEqual(['Twice', 'Used']);
    expect(await names(`event=${one.id}`)).toEqual(['Twice', 'Used']);
    expect(one[plural].map((term: { name: string; count: number }) => [term.name, term.count])).toEqual([
      ['Twice', 1],
      ['Used', 1],
    ]);
    const list = await calendar.ask('visitor', 'GET', `/${plural}`);
    expect(list.body[plural].map((term: { count: number }) => term.count)).toEqual([2, 1]);
    expect([list.headers.get('x-cal-total'), list.body.total_pages]).toEqual(['2', 1]);
  });

  it('are listed in the order of include on request', async () => {
    const ids = [];
    for (const name of ['a', 'b', 'c']) {
      ids.push((await calendar.ask('editor', 'POST', `/${plural}`, { body: { name } })).body.id);
    }
    const [a, b, c] = ids;
    expect(await names(`hide_empty=false&orderby=include&include=${c},${a},${b}`)).toEqual(['c', 'a', 'b']);
    expect(await names(`hide_empty=false&orderby=include&order=desc&include=${c},a,${b}&per_page=2`)).toEqual([
      'b',
      'a',
    ]);
    expect(await names(`hide_empty=false&orderby=slug&include=${c},${a}`)).toEqual(['a', 'c']);
    expect(await names('hide_empty=false&orderby=include&order=desc')).toEqual(['c', 'b', 'a']);
  });

  it('leave their events when they are deleted', async () => {
    const { id } = await event({ [plural]: 'Gone' });
    const [term] = (await calendar.ask('visitor', 'GET', `/${plural}`)).body[plural];
    await calendar.ask('editor', 'DELETE', `/${plural}/${term.id}`);
    expect((await calendar.ask('visitor', 'GET', `/events/${id}`)).body[plural]).toEqual([]);
  });

  it.each([
    ['order=sideways'],
    ['order='],
    ['orderby='],
    ['slug='],
    ['include=nope'],
    ['exclude=23'],
    ['event=23'],
    ['post=foo'],
    ['page=0'],
  ])('refuse %s', async (query) => {
    const { status, body } = await calendar.ask('visitor', 'GET', `/${plural}?${query}`);
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
  });

  it('need a name', async () => {
    expect((await calendar.ask('editor', 'POST', `/${plural}`, { body: {} })).body.code).toBe(
      'rest_missing_callback_param',
    );
    for (const name of ['', ' ', '<b></b>']) {
      expect((await calendar.ask('editor', 'POST', `/${plural}`, { body: { name } })).status).toBe(400);
    }
  });
});

describe('categories', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (body: object) => (await calendar.ask('editor', 'POST', '/categories', { body })).body;

  it('form a tree that their addresses show', async () => {
    const arts = await create({ name: 'Arts' });
    const film = await create({ name: 'Film', parent: arts.id });
    const noir = await create({ name: 'Noir', parent: film.id });
    expect(noir.url).toBe(`${ORIGIN}/events/category/arts/film/noir/`);
    expect(noir.urls.up).toBe(`${ORIGIN}/en/json/cal/events/v1/categories/${film.id}`);
    const circle = await calendar.ask('editor', 'POST', `/categories/${arts.id}`, { body: { parent: noir.id } });
    expect([circle.status, circle.body.parent]).toEqual([200, 0]);
    await calendar.ask('editor', 'DELETE', `/categories/${film.id}`);
    const raised = await calendar.ask('visitor', 'GET', `/categories/${noir.id}`);
    expect([raised.body.parent, raised.body.url]).toEqual([arts.id, `${ORIGIN}/events/category/arts/noir/`]);
  });

  it('leave their children to their parent when they are deleted', async () => {
    const make = async (name: string, parent = 0): Promise<number> =>
      (await calendar.ask('editor', 'POST', '/categories', { body: { name, parent } })).body.id;
    const top = await make('Top');
    const middle = await make('Middle', top);
    const [low, other] = [await make('Low', middle), await make('Other')];
    const elsewhere = await make('Elsewhere', other);
    await calendar.ask('editor', 'DELETE', `/categories/${middle}`);
    const parents = await Promise.all(
      [top, low, other, elsewhere].map(async (id) => {
        const { body } = await calendar.ask('visitor', 'GET', `/categories/${id}`);
        return body.parent ?? 0;
      }),
    );
    expect(parents).toEqual([0, top, 0, other]);
  });

  it('keep the parents of used ones in lists that hide empty ones', async () => {
    const arts = await create({ name: 'Arts' });
    await create({ name: 'Film', parent: arts.id });
    await create({ name: 'Unused' });
    await calendar.ask('editor', 'POST', '/events', { body: { ...times, title: 'x', categories: 'film' } });
    const { body } = await calendar.ask('visitor', 'GET', '/categories');
    expect(body.categories.map((term: { name: string; count: number }) => [term.name, term.count])).toEqual([
      ['Arts', 0],
      ['Film', 1],
    ]);
    expect(body.total).toBe(2);
  });

  it('have one name below one parent, and slugs of their own', async () => {
    const news = await create({ name: 'News' });
    const again = await calendar.ask('editor', 'POST', '/categories', { body: { name: 'news' } });
    expect([again.status, again.body.code, again.body.data.term_id]).toEqual([400, 'term_exists', news.id]);
    const alpha = await create({ name: 'Alpha' });
    expect((await create({ name: 'News', parent: alpha.id })).slug).toBe('news-alpha');
    const taken = await calendar.ask('editor', 'POST', `/categories/${alpha.id}`, { body: { slug: 'news' } });
    expect([taken.status, taken.body.code]).toEqual([400, 'duplicate_term_slug']);
    expect((await calendar.ask('editor', 'POST', '/categories', { body: { name: 'x', parent: 4711 } })).status).toBe(
      400,
    );
  });

  it('have names of 200 characters at most', async () => {
    const longest = await create({ name: 'é'.repeat(200) });
    const change = (name: string) => calendar.ask('editor', 'PATCH', `/categories/${longest.id}`, { body: { name } });
    for (const refused of [await create({ name: 'é'.repeat(201) }), (await change('x'.repeat(201))).body]) {
      expect([refused.code, refused.data.status]).toEqual(['db_insert_error', 400]);
    }
  });

  it('are managed by users who publish events', async () => {
    const ask = async (role: 'author' | 'contributor' | 'subscriber' | 'visitor') =>
      (await calendar.ask(role, 'POST', '/categories', { body: { name: role } })).status;
    expect([await ask('author'), await ask('contributor'), await ask('subscriber'), await ask('visitor')]).toEqual([
      201, 403, 403, 401,
    ]);
  });
});
