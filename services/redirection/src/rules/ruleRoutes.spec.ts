import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';

describe('the routes of redirects', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection({ timezone: 'America/New_York' });
  });
  afterEach(() => served.stop());

  const create = async (more: object = {}) =>
    (await served.ask('POST', '/redirect', { body: { ...sentRule, ...more } })).body;
  const created = async (more: object = {}) => (await create(more)).items[0];
  const change = (id: number, body: object) => served.ask('POST', `/redirect/${id}`, { body });
  const urls = async (query: string) =>
    (await served.ask('GET', `/redirect?${query}`)).body.items.map(({ url }: { url: string }) => url);

  it('create a redirect and answer the list', async () => {
    const { status, headers, body } = await served.ask('POST', '/redirect', { body: sentRule });
    expect([status, headers.get('allow')]).toEqual([200, 'GET, POST, PUT, PATCH']);
    expect(body).toEqual({
      total: 1,
      items: [
        {
          id: expect.any(Number),
          url: '/old',
          match_url: '/old',
          match_data: sentRule.match_data,
          action_code: 301,
          action_type: 'url',
          action_data: { url: '/new' },
          match_type: 'url',
          title: '',
          hits: 0,
          regex: false,
          group_id: 1,
          position: 0,
          last_access: '-',
          enabled: true,
        },
      ],
    });
    expect(await created({ url: '/older', title: 'Elsewhere', enabled: false })).toMatchObject({
      url: '/older',
      title: 'Elsewhere',
      position: 1,
      enabled: false,
    });
  });

  it('create a redirect for each of several addresses, all or none', async () => {
    expect(await create({ url: ['/a', '/b', '/a'] })).toMatchObject({
      items: [{ url: '/b' }, { url: '/a' }],
      total: 2,
    });
    const refused = await served.ask('POST', '/redirect', {
      body: { ...sentRule, url: ['c', '('], match_data: { source: { flag_regex: true } } },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'redirect']);
    expect((await served.ask('GET', '/redirect')).body.total).toBe(2);
    expect((await served.ask('POST', '/redirect', { body: {} })).body.total).toBe(2);
  });

  it.each([
    ['without a condition', { match_type: undefined }, 'redirect'],
    ['with a condition that is none', { match_type: 'cat' }, 'redirect'],
    ['without an action', { action_type: undefined }, 'redirect'],
    ['with an action that is none', { action_type: 'cats' }, 'redirect'],
    ['in no group', { group_id: undefined }, 'redirect'],
    ['in a group that is none', { group_id: 'cat' }, 'redirect'],
    ['in a group that is not there', { group_id: 99 }, 'redirect'],
    ['for an empty pattern', { url: '', regex: 1, match_data: undefined }, 'redirect'],
    ['for a pattern that is none', { url: '(', match_data: { source: { flag_regex: true } } }, 'redirect'],
    ['for a pattern that looks behind', { url: '(?<!a)b', match_data: { source: { flag_regex: true } } }, 'redirect'],
    ['whose condition is no pattern', { match_type: 'agent', action_data: { agent: '[', regex: true } }, 'redirect'],
    [
      'whose referrer is no pattern',
      { match_type: 'referrer', action_data: { referrer: '[', regex: true } },
      'redirect',
    ],
    [
      'whose cookie is no pattern',
      { match_type: 'cookie', action_data: { name: 'n', value: '[', regex: true } },
      'redirect',
    ],
    ['for an address that is too long', { url: `/${'a'.repeat(2_000)}` }, 'redirect_create_failed'],
    ['for an address that is too long when it is encoded', { url: `/${'é'.repeat(700)}` }, 'redirect_create_failed'],
    ['for an address of another type', { url: { a: '/a' } }, 'rest_invalid_param'],
    ['with a target that is a list', { action_data: { url: { a: 1 } } }, 'rest_invalid_param'],
    ['for too many addresses', { url: Array.from({ length: 1_001 }, (_, n) => `/${n}`) }, 'rest_too_many_params'],
  ])('refuse a redirect %s', async (_what, more, code) => {
    const { status, body } = await served.ask('POST', '/redirect', { body: { ...sentRule, ...more } });
    expect([status, body.code]).toEqual([400, code]);
    expect((await served.ask('GET', '/redirect')).body.total).toBe(0);
  });

  it.each([
    [{ url: 'http://site.test/moved?x=1' }, { url: '/moved?x=1', match_type: 'url' }],
    [{ url: 'https://full.com' }, { url: '/', match_type: 'server' }],
    [{ url: '/TEST/?thing=1' }, { match_url: '/test' }],
    [{ url: '' }, { url: '/' }],
    [{ action_code: 'cat' }, { action_code: 301 }],
    [{ action_code: 404 }, { action_code: 301 }],
    [{ action_code: '308' }, { action_code: 308 }],
    [
      { action_type: 'error', action_code: 301 },
      { action_code: 404, action_data: null },
    ],
    [{ action_type: 'error', action_code: 410 }, { action_code: 410 }],
    [{ action_type: 'nothing' }, { action_code: 0, action_data: null }],
    [{ action_data: undefined }, { action_data: null }],
    [{ action_data: { url: '' } }, { action_data: { url: '/' } }],
    [{ position: 'cat' }, { position: 0 }],
    [{ position: -1 }, { position: 0 }],
    [{ position: 6 }, { position: 6 }],
    [{ position: '0' }, { position: 0 }],
    [{ position: 4_294_967_296 }, { position: 4_294_967_295 }],
    [{ url: 404 }, { url: '/404' }],
    [{ title: 404 }, { title: '404' }],
    [{ title: [] }, { title: '' }],
    [{ title: ' A <i>new</i> one ' }, { title: 'A new one' }],
    [{ title: 'é'.repeat(300) }, { title: 'é'.repeat(250) }],
    [{ title: `${'x'.repeat(499)}é` }, { title: 'x'.repeat(499) }],
    [{ title: `<b>${'x'.repeat(600)}` }, { title: 'x'.repeat(500) }],
    [
      { regex: true, match_data: undefined },
      { regex: true, match_url: 'regex' },
    ],
    [{ regex: 'cat', match_data: undefined }, { regex: false }],
    [{ regex: '1', match_data: undefined }, { regex: true }],
    [{ regex: '01', match_data: undefined }, { regex: false }],
    [{ regex: true }, { regex: false }],
    [{ match_type: 'agent', action_data: { agent: '[', regex: false } }, { action_data: { agent: '[', regex: false } }],
    [
      { match_type: 'server', action_data: { server: 'Other.test' } },
      { action_data: { server: 'http://other.test', url_from: '', url_notfrom: '' } },
    ],
    [
      { url: 'https://full.com/a', action_data: { url: '/new' } },
      { url: '/a', action_data: { server: 'https://full.com', url_from: '/new', url_notfrom: '' } },
    ],
    [{ match_type: 'HEADER' }, { match_type: 'header' }],
    [{ enabled: 'disabled' }, { enabled: false }],
    [{ enabled: 0 }, { enabled: true }],
    [
      { hits: 7, last_access: '2020-01-02' },
      { hits: 7, last_access: 'January 2, 2020' },
    ],
    [
      { hits: -3, last_access: 'never' },
      { hits: 0, last_access: '-' },
    ],
    [
      { match_data: undefined },
      { match_data: { source: { flag_query: 'exact', flag_case: true, flag_trailing: true, flag_regex: false } } },
    ],
    [
      { match_data: { source: { flag_query: 'pass' }, options: { log_exclude: true } } },
      {
        match_data: {
          source: { flag_query: 'pass', flag_case: false, flag_trailing: false, flag_regex: false },
          options: { log_exclude: true },
        },
      },
    ],
    [
      { match_type: 'ip', action_data: { ip: ['a', '192.168.1.1', '2001:DB8::0:1'], url_from: '/x\r\ny' } },
      { action_data: { ip: ['192.168.1.1', '2001:db8::1'], url_from: '/x', url_notfrom: '' } },
    ],
  ])('read %j as %j', async (sent, shown) => {
    const { body } = await served.ask('POST', '/redirect', { body: { ...sentRule, ...sent } });
    expect(body).toMatchObject({ items: [shown] });
  });

  it('change only the members that an update names', async () => {
    const { id } = await created({ title: 'Kept', position: 4, action_code: 302 });
    const { status, body } = await change(id, { url: '/moved', action_data: { url: '/newer' } });
    expect([status, body.item]).toEqual([
      200,
      expect.objectContaining({
        url: '/moved',
        action_data: { url: '/newer' },
        title: 'Kept',
        position: 4,
        action_code: 302,
      }),
    ]);
    expect((await change(id, { title: '' })).body.item).toMatchObject({
      title: '',
      url: '/moved',
      match_data: sentRule.match_data,
    });
    expect((await change(id, { match_type: 'agent' })).body.item).toMatchObject({
      action_data: { agent: '', regex: false, url_from: '', url_notfrom: '' },
    });
  });

  it('accept a listed redirect without changing it', async () => {
    const listed = await created({
      hits: 3,
      last_access: '2020-01-02',
      title: 'A & B',
      match_type: 'cookie',
      enabled: false,
    });
    const before = await served.store.last();
    expect((await change(listed.id, listed)).body).toEqual({ item: listed });
    expect(await served.store.last()).toBe(before);
  });

  it('refuse to change a missing redirect', async () => {
    for (const id of [999, 99_999_999]) {
      const { status, body } = await change(id, sentRule);
      expect([status, body.code]).toEqual([400, 'redirect_update_failed']);
    }
    expect((await change(1, {})).body.code).toBe('redirect_update_failed');
    expect((await served.ask('POST', '/redirect/cats', { body: sentRule })).body.code).toBe('rest_no_route');
  });

  it('move a redirect to another group, which becomes the suggested one', async () => {
    const { id } = await created();
    await change(id, { group_id: 2 });
    const groups = (await served.ask('GET', '/group?orderby=id&direction=asc')).body.items;
    expect(groups).toMatchObject([{ redirects: 0 }, { redirects: 1, default: true }]);
    expect((await change(id, { group_id: 77 })).body.code).toBe('redirect');
  });

  it('place a redirect after the others of its group by default', async () => {
    await created({ position: 9 });
    expect((await created({ position: 0 })).position).toBe(1);
    expect((await created({ position: null })).position).toBe(2);
    const { id } = await created({ position: '0' });
    expect((await change(id, { position: 5 })).body.item.position).toBe(5);
    expect((await change(id, { position: 0 })).body.item.position).toBe(0);
  });

  it('filter the list', async () => {
    await created({ url: '/plain', title: 'First rule' });
    await created({ url: '^/pattern', match_data: { source: { flag_regex: true } }, action_code: 303 });
    await created({
      url: '/login',
      match_type: 'login',
      action_data: { logged_in: '/inside', logged_out: '/outside' },
      group_id: 2,
    });
    await created({
      url: '/gone',
      action_type: 'error',
      action_code: 410,
      enabled: false,
      hits: 3,
      last_access: 'now',
    });
    const found = async (filter: string) => (await urls(`orderby=id&direction=asc&filterBy${filter}`)).join();
    expect(await found('[url]=PLAIN')).toBe('/plain');
    expect(await found('[url-match]=regular')).toBe('^/pattern');
    expect(await found('[url-match]=plain')).toBe('/plain,/login,/gone');
    expect(await found('[match]=login')).toBe('/login');
    expect(await found('[action]=error')).toBe('/gone');
    expect(await found('[http]=303')).toBe('^/pattern');
    expect(await found('[target]=/inside')).toBe('/login');
    expect(await found('[target]=/inside/outside')).toBe('');
    expect(await found('[title]=first')).toBe('/plain');
    expect(await found('[group]=2')).toBe('/login');
    expect([await found('[group]=cats'), await found('[id]=-1')]).toEqual(['', '']);
    expect(await found('[status]=disabled')).toBe('/gone');
    expect(await found('[access]=never')).toBe('/plain,^/pattern,/login');
    expect(await found('[access]=year')).toBe('/plain,^/pattern,/login');
    expect(await found('[match]=unknown')).toBe('/plain,^/pattern,/login,/gone');
    served.advance(400 * 86_400_000);
    expect(await found('[access]=year')).toBe('/plain,^/pattern,/login,/gone');
  });

  it('order the list, with unvisited redirects last', async () => {
    for (const [url, hits, position] of [
      ['/b', 2, 5],
      ['/a', 0, 9],
      ['/c', 7, 1],
      ['/d', undefined, 3],
    ] as const) {
      await created({ url, position, ...(hits !== undefined && { hits }) });
    }
    expect(await urls('')).toEqual(['/d', '/c', '/a', '/b']);
    expect(await urls('orderby=source&direction=asc')).toEqual(['/a', '/b', '/c', '/d']);
    expect(await urls('orderby=position')).toEqual(['/a', '/b', '/d', '/c']);
    expect(await urls('orderby=last_count')).toEqual(['/c', '/b', '/a', '/d']);
    expect(await urls('orderby=last_count&direction=asc')).toEqual(['/d', '/a', '/b', '/c']);
    expect(await urls('orderby=last_count&filterBy[url]=/d')).toEqual(['/d']);
  });

  it('order addresses regardless of case', async () => {
    for (const url of ['/b', '/C', '/a']) await created({ url });
    expect(await urls('orderby=source&direction=asc')).toEqual(['/a', '/b', '/C']);
  });

  it('page redirects by their hits without gaps and repeats', async () => {
    for (let n = 0; n < 12; n++) await created({ url: `/${n}`, ...(n % 2 === 0 && { hits: n + 1 }) });
    for (const direction of ['asc', 'desc']) {
      const pages = await Promise.all(
        [0, 1, 2].map((page) => urls(`orderby=last_count&direction=${direction}&per_page=5&page=${page}`)),
      );
      expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
      expect(new Set(pages.flat()).size).toBe(12);
    }
  });

  it('warn of loops, of chains and of targets that are never reached', async () => {
    await created({ url: '/b', action_data: { url: '/c' } });
    const warnings = async (more: object) =>
      (await create(more)).warnings?.map(({ code }: { code: string }) => code) ?? [];
    expect(await warnings({ url: '/a', action_data: { url: '/b' } })).toEqual(['redirect_chain']);
    expect(await warnings({ url: '/x', action_data: { url: 'http://site.test/b' } })).toEqual(['redirect_chain']);
    expect(await warnings({ url: '/self', action_data: { url: '/self' } })).toEqual(['redirect_loop']);
    expect(await warnings({ url: '/js', action_data: { url: 'javascript:alert(1)' } })).toEqual(['redirect_target']);
    expect(await warnings({ url: '/fine', action_data: { url: '/nothing' } })).toEqual([]);
    expect(await warnings({ url: '/z', action_data: { url: '/z?#a' } })).toEqual(['redirect_loop']);
    expect(await warnings({ url: '/y/', action_data: { url: '/y' } })).toEqual(['redirect_loop']);
    expect(await warnings({ url: '/w', action_data: { url: '/w/?' } })).toEqual([]);
    expect(await warnings({ url: '/Up', action_data: { url: '/up' } })).toEqual([]);
    expect(await warnings({ url: '/c', action_data: { url: '/a' } })).toEqual(['redirect_loop']);
    expect(await warnings({ url: '/d', action_data: { url: '/c' } })).toEqual(['redirect_loop']);
    const growing = { match_data: { source: { flag_regex: true } }, url: '^/grow/(.*)' };
    expect(await warnings({ ...growing, action_data: { url: '/grow/a$1' } })).toEqual(['redirect_loop']);
    expect(await warnings({ ...growing, action_data: { url: '/grown/$1' } })).toEqual([]);
    expect(await warnings({ url: '/e', action_data: { url: '/grow/e' } })).toEqual(['redirect_loop']);
    expect(await warnings({ url: '/é?a=1', action_data: { url: '/%C3%A9?a=1#x' } })).toEqual(['redirect_loop']);
    const french = await served.ask('POST', '/redirect', {
      body: { ...sentRule, url: '/s', action_data: { url: '/s' } },
      language: 'fr-ca',
    });
    expect(french.body.warnings[0].message).toBe('/s mène à lui-même et ne redirigera pas.');
  });

  it('tell which rule a visit to an address would meet, patterns and rules for missing pages included', async () => {
    const test = async (url: string) => (await served.ask('GET', `/redirect/test?url=${encodeURIComponent(url)}`)).body;
    const none = { outcome: 'none', rule: null, code: null, location: null };
    const { id } = await created({ url: '/old' });
    const pattern = await created({
      url: '^/shop/(.*)',
      match_data: { source: { flag_regex: true } },
      action_data: { url: '/store/$1' },
      action_code: 302,
    });
    await created({ url: '/off', enabled: false });
    expect(await test('/old')).toEqual({
      outcome: 'redirect',
      rule: id,
      code: 301,
      location: expect.stringContaining('/new'),
    });
    expect(await test('https://elsewhere.test/old')).toMatchObject({ rule: id });
    expect(await test('shop/tea cups')).toMatchObject({
      rule: pattern.id,
      code: 302,
      location: expect.stringContaining('/store/tea'),
    });
    expect([await test('/off'), await test('/newer')]).toEqual([none, none]);
    const missing = await created({
      url: '/gone',
      match_type: 'page',
      action_type: 'error',
      action_code: 410,
      action_data: null,
    });
    expect(await test('/gone')).toMatchObject({ outcome: 'error', rule: missing.id, code: 410 });
  });
});
