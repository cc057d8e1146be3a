import { type Asker, type Asking, serveTranslation, type TestService } from '../testing.contract.ts';

const PATH = '/i18n/tm/v1/translators';
const pairs = { en: ['fr-ca'] };

describe('the routes of translators', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveTranslation();
    await served.deliver({ type: 'core.user-changed.v1', data: { id: 3, name: 'Author One', slug: 'a' } });
  });
  afterEach(() => served.stop());

  const ask = (method: string, path = '', asking: Asking = {}) => served.ask(method, `${PATH}${path}`, asking);
  const add = (user_id: number, more: object = { language_pairs: pairs }, as: Asker = 'administrator') =>
    ask('POST', '', { as, body: { user_id, ...more } });

  it('add a translator, change, and remove one', async () => {
    const made = { id: 3, name: 'Author One', language_pairs: pairs, manager: false };
    const { status, body, headers } = await add(3);
    expect([status, body, headers.has('etag')]).toEqual([201, made, true]);
    expect(await add(3, { language_pairs: { en: ['es-us', 'fr-ca', 'es-us'] } })).toMatchObject({
      status: 200,
      body: { language_pairs: { en: ['fr-ca', 'es-us'] } },
    });
    expect((await ask('PATCH', '/3', { body: { manager: true } })).body).toMatchObject({ manager: true });
    expect((await ask('PATCH', '/3', { body: { language_pairs: [] } })).body.language_pairs).toEqual({});
    await ask('PATCH', '/3', { body: { language_pairs: pairs } });
    expect((await ask('GET', '?per_page=1&page=2')).headers.get('link')).toMatch(/page=1>; rel="prev"$/);
    const listed = await ask('GET');
    expect([listed.headers.get('x-core-total'), listed.body]).toMatchObject(['1', [{ id: 3, manager: true }]]);
    expect((await ask('DELETE', '/3')).body).toMatchObject({ deleted: true, previous: { id: 3, manager: true } });
    expect(await ask('GET', '/3')).toMatchObject({ status: 404, body: { code: 'i18n_translator_not_found' } });
    expect((await ask('DELETE', '/3')).status).toBe(404);
  });

  it.each<[string, object]>([
    ['language_pairs', { language_pairs: { en: ['en'] } }],
    ['language_pairs', { language_pairs: { en: ['de'] } }],
    ['language_pairs', { language_pairs: { __proto__: ['fr-ca'], de: ['en'] } }],
    ['language_pairs', { language_pairs: { constructor: ['fr-ca'] } }],
    ['language_pairs', { language_pairs: [] }],
    ['language_pairs', { language_pairs: { en: 'fr-ca' } }],
    ['language_pairs', { language_pairs: {} }],
    ['language_pairs', {}],
    ['user_id', { user_id: 99_999_999, language_pairs: pairs }],
    ['user_id', { user_id: 'x', language_pairs: pairs }],
  ])('name %s in their refusal of %j', async (name, sent) => {
    const { status, body } = await add(3, sent);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect((await ask('GET')).body).toEqual([]);
  });

  it('judge arguments before the caller', async () => {
    expect((await add(3, { language_pairs: { en: ['en'] } }, 'author')).status).toBe(400);
    expect((await add(3, { language_pairs: pairs }, 'author')).status).toBe(403);
  });

  it('let managers write translators, and name this in Allow', async () => {
    await add(5, { manager: true });
    expect((await add(4, { language_pairs: pairs }, 'subscriber')).status).toBe(201);
    expect((await add(4, { manager: true }, 'subscriber')).status).toBe(403);
    const allow = async (path: string, as: Asker) => (await ask('GET', path, { as })).headers.get('allow');
    expect(await allow('/4', 'subscriber')).toBe('GET, POST, PUT, PATCH, DELETE');
    expect(await allow('/5', 'subscriber')).toBe('GET');
    expect(await allow('/5', 'contributor')).toBe('GET');
    expect(await allow('/5', 'administrator')).toBe('GET, POST, PUT, PATCH, DELETE');
    expect((await ask('DELETE', '/5', { as: 'subscriber' })).status).toBe(403);
  });

  it('compare the version that the client has named', async () => {
    const tag = (await add(3)).headers.get('etag') ?? '';
    const change = (headers: Record<string, string>) => ask('POST', '/3', { headers, body: { manager: true } });
    expect((await change({ 'if-match': '"other"' })).status).toBe(412);
    expect((await change({ 'if-match': tag })).status).toBe(200);
  });

  it('remove a deleted user, however often the deletion is delivered', async () => {
    await add(3);
    const gone = { type: 'core.user-deleted.v1', data: { id: 3, reassign: null } };
    await served.deliver(gone, gone);
    expect((await ask('GET')).body).toEqual([]);
    expect((await add(3)).body.data.params).toHaveProperty('user_id');
  });

  it('forget the name of an erased user', async () => {
    await add(3);
    await served.deliver({ type: 'core.erased.v1', data: { kind: 'user', id: 3 }, position: 9 });
    expect((await ask('GET', '/3')).body.name).toBe('');
  });
});
