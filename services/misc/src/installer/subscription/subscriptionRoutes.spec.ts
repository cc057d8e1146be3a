import { StoreUnavailableError } from '@almanac/event-store';
import { allPackages, type FakeVendor, startVendor } from '@almanac/testing/vendor';
import { type Asking, serveMisc, type TestService } from '../../testing.contract.ts';
import { vendorAt } from './vendor.ts';

const PUSH = '/installer/v1/push/fetch-subscription';

describe('the subscription', () => {
  let misc: TestService;
  let vendor: FakeVendor;

  beforeEach(async () => {
    vendor = await startVendor();
  });
  afterEach(async () => {
    await misc.stop();
    await vendor.close();
  });

  const serve = async (key: string | undefined = 'a key of the site') => {
    misc = await serveMisc({ vendor: vendorAt(vendor.url, key) });
  };
  const push = (asking: Asking = {}) => misc.ask(PUSH, asking);
  const known = async () => (await misc.ask('/installer/v1/subscription', { as: 'administrator' })).body;
  const packageOf = async (slug: string) =>
    (await misc.ask(`/installer/v1/packages/${slug}`, { as: 'administrator' })).body;

  it('is unknown without an address to ask', async () => {
    misc = await serveMisc();
    const { status, body, headers } = await push();
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'installer_remote_unavailable', '900']);
    expect(await known()).toEqual({
      repository: null,
      configured: false,
      registered: false,
      status: 'unknown',
      expires_at: null,
      last_refresh_at: null,
      last_result: null,
    });
  });

  it('is requested with key, site and versions, and stored', async () => {
    await serve();
    const { status, body, headers } = await push();
    expect([status, body, headers.get('cache-control')]).toEqual([200, { message: 'OK' }, 'no-store']);
    expect(vendor.asked).toMatchObject([
      { site_key: 'a key of the site', site_url: 'http://site.test', packages: { popups: '1.0.0' } },
    ]);
    expect(await known()).toMatchObject({
      configured: true,
      registered: true,
      status: 'active',
      expires_at: '2032-01-01T00:00:00Z',
      last_refresh_at: '2031-01-01T12:00:00.000Z',
      last_result: 'refreshed',
    });
    expect(JSON.stringify([await known(), await misc.store.readLog(0)])).not.toContain('a key of');
  });

  it('is requested once in two hours, however many ask at a time', async () => {
    await serve();
    const answers = await Promise.all(Array.from({ length: 10 }, () => push()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
    expect(vendor.asked).toHaveLength(1);
    const { body, headers } = await push();
    expect([body.code, headers.get('retry-after')]).toEqual(['installer_refresh_interval', '7200']);
    misc.advance(7_200_000);
    expect((await push()).status).toBe(200);
  });

  it('is requested again after a quarter of an hour if the answer could not be stored', async () => {
    await serve();
    const { append } = misc.store;
    misc.store.append = async () => {
      throw new StoreUnavailableError();
    };
    expect((await push()).status).toBe(503);
    misc.store.append = append;
    const early = await push();
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '900']);
    misc.advance(900_000);
    expect([(await push()).status, (await known()).status]).toEqual([200, 'active']);
  });

  it('deactivates packages and restores their former status', async () => {
    await serve();
    const off = { as: 'administrator', method: 'PUT', body: { status: 'inactive' } } as const;
    await misc.ask('/installer/v1/packages/webhooks', off);
    vendor.says({ status: 'expired', expires_at: null, packages: ['url-details', 'of another release'] });
    await push();
    expect(await packageOf('popups')).toMatchObject({ status: 'inactive', entitled: false, reason: 'subscription' });
    expect(await packageOf('url-details')).toMatchObject({ status: 'active', entitled: true });
    const on = await misc.ask('/installer/v1/packages/popups', { ...off, body: { status: 'active' } });
    expect([on.status, on.body.code]).toEqual([409, 'installer_package_not_entitled']);
    misc.advance(7_200_000);
    vendor.says({ status: 'active', expires_at: null, packages: allPackages });
    await push();
    expect(await packageOf('popups')).toMatchObject({ status: 'active', reason: null });
    expect(await packageOf('webhooks')).toMatchObject({ status: 'inactive', reason: 'person' });
    const last = (await misc.store.readLog(0)).at(-1);
    expect(last?.meta.principal).toBe('system');
  });

  it.each([
    ['is no JSON', { status: 200, body: '<html>' }],
    ['has another form', { status: 200, body: '{"status":"active"}' }],
    ['is an error', { status: 500, body: '{}' }],
    ['leads elsewhere', { status: 302, body: '' }],
  ])('is unchanged by an answer that %s, and is requested again after a quarter of an hour', async (_what, bad) => {
    await serve();
    vendor.answer = bad;
    const { status, body, headers } = await push();
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'installer_remote_unavailable', '900']);
    misc.advance(60_000);
    const early = await push();
    expect([early.status, early.body, early.headers.get('retry-after')]).toEqual([
      503,
      expect.objectContaining({ code: body.code, message: body.message }),
      '840',
    ]);
    expect([vendor.asked.length, await misc.store.last(), (await known()).status]).toEqual([1, 0, 'unknown']);
    misc.advance(840_000);
    vendor.says({ status: 'active', expires_at: null, packages: allPackages });
    expect((await push()).status).toBe(200);
  });

  it('is invalid if the vendor refuses the key, which only administrators learn', async () => {
    await serve();
    vendor.says({}, 403);
    expect([(await push()).body, (await known()).status]).toEqual([{ message: 'OK' }, 'invalid']);
    expect(await packageOf('popups')).toMatchObject({ status: 'active' });
  });

  it('is not requested without a key, nor by HEAD, nor by a prefetch', async () => {
    misc = await serveMisc({ vendor: vendorAt(vendor.url, undefined) });
    expect((await push()).body).toEqual({ message: 'OK' });
    await misc.stop();
    await serve();
    for (const asking of [{ method: 'HEAD' }, { headers: { 'sec-purpose': 'prefetch' } }])
      expect((await push(asking)).status).toBe(200);
    expect(vendor.asked).toEqual([]);
  });
});
