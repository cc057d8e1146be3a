import { type RunningEngine, startEngine } from '@almanac/engine';
import { type FetchInternal, silentLog } from '@almanac/service';
import { httpServices } from '../remote/httpServices.ts';
import { type Asker, serveTranslation, startOfSpecs, type TestService } from '../testing.contract.ts';

const KEY = 'the key of both sides, 32 letters';
const now = () => new Date(startOfSpecs);
const AMS = '/i18n/tm/v1/ams';
const PROXY = '/i18n/ate/v1/ate/proxy';

let engine: RunningEngine;
let served: TestService;

/** Answers requests to core for users with their names and email addresses. */
const people: FetchInternal = async (_service, path) => {
  const id = Number(/\/users\/(\d+)/.exec(path)?.[1]);
  const body = { id, name: `User ${id}`, email: `user${id}@site.test` };
  return { status: 200, headers: new Headers(), body };
};

beforeEach(async () => {
  engine = await startEngine({ port: 0, key: KEY, now, log: silentLog });
  const remote = httpServices({ address: engine.address, key: KEY, now });
  served = await serveTranslation({}, people, { remote, publicUrl: undefined, restPrefix: 'json' });
});
afterEach(async () => {
  await served.stop();
  await engine.stop();
});

const get = (path: string, more: object = {}) => served.ask('GET', `${AMS}/${path}`, more);
const post = (path: string, body?: object, as: Asker = 'administrator') =>
  served.ask('POST', `${AMS}/${path}`, { as, body });
const register = () => post('register_manager', {});
const proxied = (method: string, path: string, body?: object) => {
  const request = { url: `${engine.address}/${path}`, method, headers: {}, body };
  return method === 'GET'
    ? served.ask(method, `${PROXY}?${new URLSearchParams({ url: request.url, method, 'headers[accept]': '*' })}`)
    : served.ask(method, PROXY, { body: request });
};

describe('a registration', () => {
  it('is done once by a manager, and then refused to others', async () => {
    expect((await register()).body).toEqual({ enabled: true });
    const before = (await served.store.readLog(0)).length;
    expect((await register()).body).toEqual({ enabled: true });
    expect(await served.store.readLog(0)).toHaveLength(before);
    await served.ask('POST', '/i18n/tm/v1/translators', { body: { user_id: 3, manager: true } });
    const { status, body } = await post('register_manager', {}, 'author');
    expect([status, body.code]).toEqual([409, 'i18n_site_registered']);
  });

  it('gives one site for two concurrent requests', async () => {
    const answers = await Promise.all([register(), register(), register()]);
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ enabled: true }));
    expect((await served.store.readLog(0)).flatMap(({ events }) => events)).toHaveLength(1);
    expect((await get('engines')).status).toBe(200);
  });

  it('stores its keys in no event', async () => {
    await register();
    const keys = JSON.parse((await served.secrets.get('account')) ?? '');
    const written = JSON.stringify(await served.store.readLog(0));
    expect([keys.secret, keys.shared].some((key) => written.includes(key))).toBe(false);
    expect(keys.secret.length).toBeGreaterThan(31);
  });
});

describe('a site that is not registered', () => {
  it('has the state null, and refuses every other route', async () => {
    const { status, body } = await get('status');
    expect([status, body]).toEqual([200, null]);
    for (const path of ['engines', 'console', 'synchronize/translators', 'synchronize/managers']) {
      const refused = await get(path);
      expect([path, refused.status, refused.body.code]).toEqual([path, 409, 'i18n_site_not_registered']);
    }
  });
});

describe('the proxy for an account', () => {
  it('needs a registered site', async () => {
    const { status, body } = await proxied('GET', 'v1/site');
    expect([status, body.code]).toEqual([409, 'i18n_site_not_registered']);
  });

  it('signs the operations of the account with the key of the site', async () => {
    await register();
    expect(await proxied('GET', 'v1/site')).toMatchObject({ status: 200, body: { activated: true } });
    expect((await proxied('GET', 'v1/site/engines')).body.list).toHaveLength(3);
    const list = [{ engine: 'classic', enabled: true }];
    expect((await proxied('PUT', 'v1/site/engines', { list })).body).toEqual({ success: true });
    const people = [{ email: 'user3@site.test', name: 'User 3' }];
    expect((await proxied('POST', 'v1/site/people/translators', { people })).body).toMatchObject({ added: 1 });
  });

  it('signs other operations with the key of the operator', async () => {
    await register();
    expect(await proxied('POST', 'v1/jobs/status', { ids: [7] })).toMatchObject({ status: 200, body: { jobs: [] } });
  });

  it.each(['v1/sites', 'v1/%73ites', 'v1//sites/', 'v1%2F%2Fsites', 'v1/site/console'])(
    'passes no request on whose answer grants access: %s',
    async (path) => {
      await register();
      const { status, body } = await proxied('POST', path, { email: 'user4@site.test' });
      expect([status, body.code]).toEqual([403, 'i18n_proxy_grants_access']);
    },
  );
});

describe('a registered site', () => {
  beforeEach(async () => {
    await served.ask('POST', '/i18n/tm/v1/translators', { body: { user_id: 3, language_pairs: { en: ['fr-ca'] } } });
    await served.ask('POST', '/i18n/tm/v1/translators', { body: { user_id: 4, manager: true } });
    await register();
  });

  it('has a state', async () => expect((await get('status')).body).toEqual({ activated: true, state: 'active' }));

  it('reports translators and managers', async () => {
    const { headers, body } = await get('synchronize/translators');
    const translator = { email: 'user3@site.test', subscription: 'active' };
    expect(body).toEqual({ result: { translators: [translator] }, added: 0, removed: 0, unchanged: 1 });
    expect(headers.get('cache-control')).toBe('no-store');
    await served.ask('POST', '/i18n/tm/v1/translators', { body: { user_id: 5, manager: true } });
    const managers = ['user4@site.test', 'user5@site.test'].map((email) => ({ email, subscription: 'active' }));
    expect((await get('synchronize/managers')).body).toEqual({
      result: { managers },
      added: 1,
      removed: 0,
      unchanged: 1,
    });
  });

  it.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
  ])('reports to nobody for %s %j', async (method, headers) => {
    const { remote } = served.translation;
    await engine.stop();
    const { status } = await served.ask(method, `${AMS}/synchronize/managers`, { headers });
    expect([status, remote === undefined]).toEqual([204, false]);
  });

  it('opens the console for the caller', async () => {
    const { headers, body } = await get('console');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await (await fetch(body)).text()).toContain('@site.test');
  });

  it('selects engines', async () => {
    expect((await get('engines')).body.list).toHaveLength(3);
    expect((await post('engines', { list: [{ engine: 'classic', enabled: true }] })).body).toEqual({ success: true });
    expect((await get('engines')).body.list).toMatchObject([
      { engine: 'classic', enabled: true },
      { engine: 'native', enabled: false },
      { engine: 'express', enabled: false },
    ]);
  });

  it.each<[string, unknown, number, string]>([
    ['no list', undefined, 400, 'rest_missing_callback_param'],
    ['what is no list', 'native', 400, 'rest_invalid_param'],
    ['an empty list', [], 422, 'i18n_engine_invalid'],
    ['an unknown one', [{ engine: 'nothing', enabled: true }], 422, 'i18n_engine_invalid'],
    ['a name of objects', [{ engine: '__proto__', enabled: true }], 422, 'i18n_engine_invalid'],
    ['one without a name', [{ enabled: true }], 422, 'i18n_engine_invalid'],
    ['none enabled', [{ engine: 'native', enabled: false }], 422, 'i18n_engine_invalid'],
    ['one twice', Array(2).fill({ engine: 'native', enabled: true }), 422, 'i18n_engine_invalid'],
    [
      'a formality that is none',
      [
        {
          engine: 'native',
          enabled: true,
          formality_settings: { languages: [{ lang_code: 'fr', formality: 'rude' }] },
        },
      ],
      422,
      'i18n_engine_invalid',
    ],
  ])('refuses %s among engines', async (_what, list, status, code) => {
    const { body, status: answered } = await post('engines', { list });
    expect([answered, body.code]).toEqual([status, code]);
    if (code !== 'rest_missing_callback_param') expect(body.data.params.list).toMatch(/\w/);
  });

  it('reports an engine that is away', async () => {
    await engine.stop();
    const { status, body } = await get('engines');
    expect([status, body.code]).toEqual([503, 'i18n_remote_unavailable']);
  });
});

describe('a site without an engine', () => {
  let without: TestService;
  beforeAll(async () => {
    without = await serveTranslation();
  });
  afterAll(() => without.stop());

  it.each([
    ['POST', 'register_manager'],
    ['GET', 'synchronize/translators'],
    ['GET', 'synchronize/managers'],
    ['GET', 'status'],
    ['GET', 'console'],
    ['GET', 'engines'],
  ])('answers %s ams/%s as unavailable', async (method, path) => {
    const { status, body } = await without.ask(method, `${AMS}/${path}`, method === 'POST' ? { body: {} } : {});
    expect([status, body.code]).toEqual([503, 'i18n_remote_unavailable']);
    expect(await without.store.readLog(0)).toEqual([]);
  });
});
