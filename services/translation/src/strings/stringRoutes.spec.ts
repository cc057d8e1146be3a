import { type Asking, serveTranslation, type TestService } from '../testing.contract.ts';

const PATH = '/i18n/st/v1/strings';

describe('the routes of strings', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveTranslation();
  });
  afterEach(() => served.stop());

  const ask = (method: string, path = '', asking: Asking = {}) => served.ask(method, `${PATH}${path}`, asking);
  const greeting = { domain: 'widgets', name: 'greeting', value: 'Welcome, %s!' };
  const register = (more: object = {}) => ask('POST', '', { body: { ...greeting, ...more } });

  it('register, translate and delete one', async () => {
    const { status, body, headers } = await register();
    expect([status, body, headers.has('etag')]).toEqual([
      201,
      { id: body.id, ...greeting, context: '', source_language: 'en', status: 0, translations: {} },
      true,
    ]);
    expect(await register()).toMatchObject({ status: 200, body: { id: body.id } });
    expect((await register({ context: 'menu' })).body.id).not.toBe(body.id);
    const path = `/${body.id}`;
    const written = await ask('PATCH', path, { body: { translations: { 'fr-ca': 'Bienvenue, %s !', 'es-us': '' } } });
    expect(written.body).toMatchObject({ status: 2, translations: { 'fr-ca': { value: 'Bienvenue, %s !' } } });
    const before = await ask('GET', path);
    expect((await ask('PUT', path, { body: before.body })).headers.get('etag')).toBe(before.headers.get('etag'));
    expect((await ask('PUT', path, { body: {} })).body).toEqual(before.body);
    expect((await register({ value: 'Welcome back!' })).body).toMatchObject({ id: body.id, status: 3 });
    expect((await ask('DELETE', path)).body).toMatchObject({ deleted: true, previous: { id: body.id, status: 3 } });
    expect(await ask('GET', path)).toMatchObject({ status: 404, body: { code: 'i18n_string_not_found' } });
    const anew = await register();
    expect([anew.status, anew.body.translations, anew.body.id === body.id]).toEqual([201, {}, false]);
  });

  it('register one string for many concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register()));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  });

  it.each<[string, object]>([
    ['domain', { domain: '' }],
    ['domain', { domain: '../etc' }],
    ['domain', { domain: '.hidden' }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(1_001) }],
    ['value', { value: '' }],
    ['value', { value: '\u0000' }],
    ['value', { value: 'x'.repeat(65_537) }],
    ['source_language', { source_language: 'de' }],
  ])('refuse a string by its %s', async (name, sent) => {
    const { status, body } = await register(sent);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect((await ask('GET')).headers.get('x-core-total')).toBe('0');
  });

  it.each<[string, unknown]>([
    ['a language that is none', { de: 'Hallo' }],
    ['a name that every object has', { constructor: 'x' }],
    ['its own language', { en: 'Hi' }],
    ['no text', { 'fr-ca': 7 }],
    ['no object', ['fr-ca']],
    ['too long a text', { 'fr-ca': 'x'.repeat(65_537) }],
  ])('refuse %s among translations', async (_, translations) => {
    const { id } = (await register()).body;
    const { status, body } = await ask('POST', `/${id}`, { body: { translations, more: 1 } });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['translations']]);
  });

  it('accept the empty map of a client in PHP', async () => {
    const { id } = (await register()).body;
    expect(await ask('POST', `/${id}`, { body: { translations: [] } })).toMatchObject({
      status: 200,
      body: { id, translations: {} },
    });
  });

  it('accept names and texts that every object has', async () => {
    const { body } = await register({ domain: 'constructor', name: '__proto__', value: '__proto__' });
    expect((await ask('GET', `/${body.id}`)).body).toMatchObject({ domain: 'constructor', name: '__proto__' });
  });

  it('list by domain, context, status and words, a page at a time', async () => {
    const first = (await register()).body.id;
    await register({ name: 'bye', value: 'Good bye', context: 'menu' });
    await register({ domain: 'other', value: 'Welcome home' });
    await ask('POST', `/${first}`, { body: { translations: { 'fr-ca': 'Bienvenue' } } });
    const names = async (query: string) => {
      const { body, headers } = await ask('GET', `?${query}`);
      return [
        headers.get('x-core-total'),
        body.map((each: { domain: string; name: string }) => `${each.domain}/${each.name}`),
      ];
    };
    expect(await names('domain=widgets')).toEqual(['2', ['widgets/greeting', 'widgets/bye']]);
    expect(await names('context=menu')).toEqual(['1', ['widgets/bye']]);
    expect(await names('status=2')).toEqual(['1', ['widgets/greeting']]);
    expect(await names('search=WELCOME')).toEqual(['2', ['widgets/greeting', 'other/greeting']]);
    expect(await names('search=bye+good&domain=widgets')).toEqual(['1', ['widgets/bye']]);
    expect(await names('per_page=1&page=2')).toEqual(['3', ['widgets/bye']]);
    const link = (await ask('GET', '?per_page=1&page=2&domain=widgets')).headers.get('link');
    expect(link).toMatch(/^<[^>]*strings\?per_page=1&page=1&domain=widgets>; rel="prev"$/);
    expect((await ask('GET', '?status=9')).body.data.params).toHaveProperty('status');
    expect((await ask('GET', '?per_page=101')).status).toBe(400);
  });

  it('compare the version that the client has named', async () => {
    const { body, headers } = await register();
    const write = (tag: string, text: string) =>
      ask('POST', `/${body.id}`, { headers: { 'if-match': tag }, body: { translations: { 'fr-ca': text } } });
    const tag = headers.get('etag') ?? '';
    expect((await write(tag, 'A')).status).toBe(200);
    expect((await write(tag, 'B')).status).toBe(412);
  });
});

describe('the settings of strings', () => {
  let served: TestService;
  beforeAll(async () => {
    served = await serveTranslation();
  });
  afterAll(() => served.stop());

  const set = (group: string, key: string, data?: unknown) =>
    served.ask('POST', '/i18n/st/v1/settings', { body: { group, key, ...(data !== undefined && { data }) } });

  it('are stored, reset, and decide the language of new strings', async () => {
    const language = async (name: string) =>
      (await served.ask('POST', PATH, { body: { domain: 'd', name, value: 'v' } })).body.source_language;
    expect(await set('general', 'default_string_language', 'fr-ca')).toMatchObject({
      status: 200,
      body: { group: 'general', key: 'default_string_language', data: 'fr-ca' },
    });
    expect(await language('a')).toBe('fr-ca');
    expect((await set('general', 'default_string_language', null)).body.data).toBeNull();
    expect(await language('b')).toBe('en');
    expect(await language('a')).toBe('fr-ca');
    expect((await set('ui', 'columns', { a: [1, null], b: 'x' })).status).toBe(200);
    expect((await set('mo', 'generate_on_save', true)).status).toBe(200);
  });

  it.each<[string, string, unknown]>([
    ['mo', 'colour', 1],
    ['mo', 'generate_on_save', 'yes'],
    ['autoregister', 'mode', 3],
    ['constructor', 'prototype', 1],
    ['ui', '__proto__', []],
    ['ui', 'columns', { a: 'x'.repeat(9_000) }],
    ['mo', 'colour', null],
  ])('refuse %s.%s', async (group, key, data) => {
    expect(await set(group, key, data)).toMatchObject({ status: 422, body: { code: 'i18n_setting_invalid' } });
  });

  it('require a value', async () => {
    const { status, body } = await set('mo', 'generate_on_save');
    expect([status, body.code, body.data.params]).toEqual([400, 'rest_missing_callback_param', ['data']]);
  });
});
