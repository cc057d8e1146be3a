import { OutcomeUnknownError } from '@almanac/event-store';
import { startFakeServer } from '@almanac/outgoing/testing';
import { mediaNamed, type ProviderState, startFakeProvider } from '@almanac/testing/social-provider';
import { type Asking, ORIGIN, serveMisc, type TestService } from '../../testing.contract.ts';
import { providerAt } from './provider.ts';
import { renewToken } from './tokens.ts';

const MEDIA = '/builder/social/media';
const ACCOUNT = '/builder/social/account';
const MINUTE = 60_000;
const DAY = 86_400_000;
const idOf = (id: number) => (mediaNamed(id) as { readonly id: string }).id;

describe('the social feed', () => {
  let misc: TestService;
  let logged: string[];
  let provider: Awaited<ReturnType<typeof startFakeProvider>>;
  let state: ProviderState;
  beforeEach(async () => {
    provider = await startFakeProvider();
    ({ state } = provider);
    logged = [];
    const keep = (...said: unknown[]) => void logged.push(JSON.stringify(said));
    const log = { trace: keep, debug: keep, info: keep, warn: keep, error: keep, fatal: keep };
    misc = await serveMisc({
      socialProvider: providerAt({ url: provider.url, app: { id: 'app', secret: 'app-secret' } }),
      log: log as unknown as TestService['log'],
    });
  });
  afterEach(async () => {
    await misc.stop();
    await provider.close();
  });

  const ask = (path: string, asking: Asking = {}) => misc.ask(path, asking);
  const account = async () => (await ask(ACCOUNT, { as: 'administrator' })).body;
  const connect = (access_token = 'first-token') =>
    ask(ACCOUNT, { as: 'administrator', method: 'POST', body: { access_token } });
  const said = async (path: string) => {
    const { status, body } = await ask(path);
    return [status, body.code];
  };
  const ids = async (query = '') => {
    const { body } = await ask(`${MEDIA}${query}`);
    return body.json.data.map(({ id }: { readonly id: string }) => id);
  };
  const fetches = () => state.asked.filter((path) => path.includes('/me/media')).length;

  it('belongs to the account that an administrator has connected', async () => {
    expect(await said(MEDIA)).toEqual([409, 'social_not_connected']);
    expect(await account()).toMatchObject({ configured: true, connected: false, username: null });
    state.tokens.push('long-token');
    state.exchanged = { access_token: 'long-token', expires_in: 5_184_000 };
    const { status, body } = await connect();
    expect([status, body]).toEqual([
      200,
      {
        configured: true,
        connected: true,
        username: 'riverside',
        account_type: 'BUSINESS',
        expires_at: '2031-03-02T12:00:00.000Z',
        last_fetch_at: null,
        last_error: null,
      },
    ]);
    const answer = await ask(MEDIA);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        code: 200,
        json: {
          data: [{ ...mediaNamed(1), timestamp: '2030-12-24T18:00:00.000Z' }],
          paging: { cursors: { before: expect.any(String), after: expect.any(String) }, next: null },
        },
      },
    ]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=900, stale-while-revalidate=86400');
    expect(answer.headers.get('etag')).not.toBeNull();
    expect(await account()).toMatchObject({ last_fetch_at: '2031-01-01T12:00:00.000Z', last_error: null });
  });

  it('refuses tokens that the provider refuses, and is unconnected after DELETE', async () => {
    const refused = await connect('another');
    expect([refused.status, refused.body.data.params]).toEqual([400, { access_token: expect.any(String) }]);
    expect((await connect('two\nlines')).status).toBe(400);
    state.failing = 500;
    expect((await connect()).status).toBe(503);
    expect((await account()).connected).toBe(false);
    state.failing = undefined;
    await connect();
    await ask(MEDIA);
    const { status, body } = await ask(ACCOUNT, { as: 'administrator', method: 'DELETE' });
    expect([status, body]).toMatchObject([200, { deleted: true, previous: { username: 'riverside' } }]);
    expect(await said(MEDIA)).toEqual([409, 'social_not_connected']);
    for (const kind of ['secret', 'social-media', 'social-feed', 'social-fetch'])
      expect(await misc.entries.list(kind)).toEqual([]);
  });

  it('asks the provider nothing for clients that do not know the version of the account', async () => {
    await connect();
    const asked = state.asked.length;
    const headers = { 'if-match': '"1-x"' };
    const body = { access_token: 'first-token' };
    const { status } = await ask(ACCOUNT, { as: 'administrator', method: 'POST', headers, body });
    expect([status, state.asked.slice(asked)]).toEqual([412, []]);
  });

  it('is paged by cursors and by numbers, with next pages on this site', async () => {
    state.media = Array.from({ length: 120 }, (_, index) => mediaNamed(index));
    await connect();
    const all = Array.from({ length: 120 }, (_, index) => idOf(index));
    const first = (await ask(`${MEDIA}?limit=45`)).body.json;
    expect(first.paging.next).toBe(`${ORIGIN}/en/json${MEDIA}?limit=45&after=${first.paging.cursors.after}`);
    const found = [
      ...first.data.map(({ id }: { readonly id: string }) => id),
      ...(await ids(`?limit=45&after=${first.paging.cursors.after}`)),
      ...(await ids('?limit=45&page=3')),
    ];
    expect(found).toEqual(all);
    expect((await ask(`${MEDIA}?limit=50&page=9`)).body.json).toEqual({
      data: [],
      paging: { cursors: { before: null, after: null }, next: null },
    });
    expect(fetches()).toBe(3);
    for (const query of ['limit=51', 'page=11', 'after=x', `after=${Buffer.from('7').toString('base64url')}`])
      expect(await said(`${MEDIA}?${query}`)).toEqual([400, 'rest_invalid_param']);
  });

  it('contains children of carousels of the account alone, and only https addresses', async () => {
    const inner = { ...mediaNamed(8), media_url: 'http://169.254.169.254/' };
    const children = { data: [mediaNamed(7), inner, { id: 'none' }] };
    state.media = [mediaNamed(1, { media_type: 'CAROUSEL_ALBUM', children }), mediaNamed(2), inner];
    await connect();
    expect(await ids()).toEqual([idOf(1), idOf(2)]);
    const { id, media_type, media_url, permalink } = mediaNamed(7) as Record<string, string>;
    const { body } = await ask(`/builder/social/${idOf(1)}/children`);
    expect(body.json.data).toEqual([{ id, media_type, media_url, permalink }]);
    expect((await ask(`/builder/social/${idOf(2)}/children`)).body.json.data).toEqual([]);
    expect(await said(`/builder/social/${idOf(7)}/children`)).toEqual([404, 'social_media_not_found']);
  });

  it('is fetched once for concurrent requests', async () => {
    await connect();
    let open = (): void => undefined;
    state.gate = new Promise((resolve) => {
      open = resolve;
    });
    const asked = Promise.all(Array.from({ length: 12 }, () => said(MEDIA)));
    open();
    expect(await asked).toEqual(Array.from({ length: 12 }, () => [200, 200]));
    expect(fetches()).toBe(1);
    misc.advance(15 * MINUTE);
    state.media = [mediaNamed(2)];
    expect(await ids()).toEqual([idOf(2)]);
    expect(await misc.entries.list('social-media')).toHaveLength(1);
  });

  it('is served stale for a week while the provider is away, which is asked once a minute', async () => {
    await connect();
    await ask(MEDIA);
    state.failing = 429;
    misc.advance(15 * MINUTE);
    const before = fetches();
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await ask(MEDIA);
      expect([status, headers.get('x-cache')]).toEqual([200, 'stale']);
    }
    expect(fetches()).toBe(before + 1);
    expect((await account()).last_error).toBe('social_remote_unavailable');
    misc.advance(7 * DAY);
    const { status, body, headers } = await ask(MEDIA);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'social_remote_unavailable', '60']);
    state.failing = undefined;
    misc.advance(MINUTE);
    expect((await ask(MEDIA)).headers.get('x-cache')).toBeNull();
  });

  it('stores its fetch time for a year, and nothing of an account that was disconnected meanwhile', async () => {
    await connect();
    await ask(MEDIA);
    expect(await misc.entries.list('social-fetch')).toHaveLength(1);
    let open = (): void => undefined;
    state.gate = new Promise((resolve) => {
      open = resolve;
    });
    misc.advance(15 * MINUTE);
    const before = fetches();
    const asked = ask(MEDIA);
    while (fetches() === before) await new Promise((resolve) => setTimeout(resolve, 10));
    await ask(ACCOUNT, { as: 'administrator', method: 'DELETE' });
    open();
    await asked;
    misc.advance(366 * DAY);
    for (const kind of ['social-media', 'social-feed', 'social-fetch'])
      expect(await misc.entries.list(kind)).toEqual([]);
  });

  it('requests a new token if the provider refuses the old one, or it has expired', async () => {
    state.renewed = { access_token: 'first-token', expires_in: 86_400 };
    await connect();
    misc.advance(DAY);
    expect(await said(MEDIA)).toEqual([409, 'social_reauthorize']);
    await connect();
    state.tokens = [];
    expect(await said(MEDIA)).toEqual([409, 'social_reauthorize']);
    const asked = state.asked.length;
    expect(await said(MEDIA)).toEqual([409, 'social_reauthorize']);
    expect([state.asked.length, (await account()).last_error]).toEqual([asked, 'social_reauthorize']);
    state.renewed = undefined;
    state.tokens = ['second-token'];
    await connect('second-token');
    expect(await said(MEDIA)).toEqual([200, 200]);
  });

  it('renews its token in the last week, once, and shows none in events, answers or logs', async () => {
    state.exchanged = { access_token: 'first-token', expires_in: 864_000 };
    await connect();
    const renewals = () => state.asked.filter((path) => path.includes('refresh_access_token')).length;
    await renewToken(misc.misc);
    expect(renewals()).toBe(0);
    misc.advance(4 * DAY);
    await renewToken(misc.misc);
    expect([renewals(), (await account()).connected]).toEqual([1, true]);
    state.renewed = { access_token: 'renewed-token', expires_in: 5_184_000 };
    await Promise.all([renewToken(misc.misc), renewToken(misc.misc)]);
    state.tokens = ['renewed-token'];
    expect(await said(MEDIA)).toEqual([200, 200]);
    expect((await account()).expires_at).toBe('2031-03-06T12:00:00.000Z');
    await renewToken(misc.misc);
    expect(renewals()).toBe(2);
    expect(await misc.entries.list('secret')).toHaveLength(1);
    const stored = JSON.stringify([await misc.store.readLog(0), logged, await misc.entries.list('secret')]);
    for (const token of ['first-token', 'renewed-token', 'app-secret']) expect(stored).not.toContain(token);
  });

  it('keeps one token of parallel connections', async () => {
    await Promise.all([connect(), connect(), connect()]);
    expect(await misc.entries.list('secret')).toHaveLength(1);
    expect(await said(MEDIA)).toEqual([200, 200]);
  });

  it('keeps the committed token if the former one cannot be forgotten', async () => {
    const forget = misc.secrets.delete;
    const refuseOnce = async () => {
      Object.assign(misc.secrets, { delete: forget });
      throw new Error('the store is away');
    };
    await connect();
    state.tokens.push('renewed-token');
    state.renewed = { access_token: 'renewed-token', expires_in: 5_184_000 };
    Object.assign(misc.secrets, { delete: refuseOnce });
    expect((await connect()).status).toBe(500);
    misc.advance(55 * DAY);
    Object.assign(misc.secrets, { delete: refuseOnce });
    await expect(renewToken(misc.misc)).rejects.toThrow('the store is away');
    state.tokens = ['renewed-token'];
    expect(await said(MEDIA)).toEqual([200, 200]);
  });

  it('keeps the token of a commit that exists though its outcome was unknown', async () => {
    const { append } = misc.store;
    const appendUnheard: typeof append = async (...commits) => {
      misc.store.append = append;
      await append.apply(misc.store, commits);
      throw new OutcomeUnknownError();
    };
    misc.store.append = appendUnheard;
    const { status, body } = await connect();
    expect([status, body.code]).toEqual([503, 'rest_outcome_unknown']);
    expect(await said(MEDIA)).toEqual([200, 200]);
    state.tokens.push('renewed-token');
    state.renewed = { access_token: 'renewed-token', expires_in: 5_184_000 };
    misc.advance(55 * DAY);
    misc.store.append = appendUnheard;
    await expect(renewToken(misc.misc)).rejects.toThrow(OutcomeUnknownError);
    state.tokens = ['renewed-token'];
    expect(await said(MEDIA)).toEqual([200, 200]);
  });

  it('is given up when the provider stays silent after a page', async () => {
    let pages = 0;
    const silent = await startFakeServer((_request, response) => {
      const paging = { cursors: { after: String(++pages) }, next: 'https://provider.test/next' };
      if (pages > 1) return;
      response.end(JSON.stringify({ data: [], paging }));
    });
    const silentProvider = providerAt({ url: `http://127.0.0.1:${silent.port}`, mediaTimeout: 1_000 });
    expect(await silentProvider.media('first-token', 500)).toBe('away');
    expect(pages).toBe(2);
    await silent.close();
  });

  it('follows no redirect of the provider', async () => {
    await connect();
    state.redirect = `${provider.url.replace('127.0.0.1', 'localhost')}/inside`;
    expect(await said(MEDIA)).toEqual([503, 'social_remote_unavailable']);
    expect(state.asked.some((path) => path.includes('inside'))).toBe(false);
  });

  it('wraps refusals into an envelope for old clients, in their language', async () => {
    const { status, body } = await ask(`${MEDIA}?envelope=1`, { headers: { 'x-almanac-language': 'fr-ca' } });
    expect([status, body]).toEqual([200, { code: 400, error_message: 'Aucun compte n’est connecté.' }]);
    expect(await said('/builder/social/1/children?envelope=1')).toEqual([200, 400]);
    expect(await said(`${MEDIA}?envelope=1&limit=0`)).toEqual([400, 'rest_invalid_param']);
  });

  it('is limited to 60 requests a minute from one network, and is off with its package', async () => {
    for (let i = 0; i < 60; i++) await ask(MEDIA);
    expect(await said(MEDIA)).toEqual([429, 'rest_too_many_requests']);
    const off = { as: 'administrator', method: 'PATCH', body: { status: 'inactive' } } as const;
    await ask('/installer/v1/packages/social-feed', off);
    for (const path of [MEDIA, ACCOUNT]) expect(await said(path)).toEqual([404, 'rest_no_route']);
  });
});
