import { serviceErrors } from '@almanac/service';
import type { ClientLimits } from './clientLimits.ts';
import { FakeCore, FakeService, type GatewayUnderTest, startWithServices } from './testing/fakeServices.ts';

const EVENTS = '/en/json/cal/events/v1/events';

describe('the limit of requests of a client', () => {
  let site: GatewayUnderTest | undefined;
  const calendar = new FakeService('cal/events/v1');
  let clock = 0;
  const start = async (clientLimits?: ClientLimits, trustedProxies = 1): Promise<void> => {
    site = await startWithServices(
      { core: new FakeCore(), calendar },
      { trustedProxies, now: () => new Date(clock), ...(clientLimits !== undefined && { clientLimits }) },
    );
  };
  beforeEach(() => {
    clock = Date.parse('2026-07-01T12:00:00Z');
    calendar.answer = undefined;
  });
  afterEach(() => site?.stop());

  const ask = (ip: string, path = EVENTS, init: RequestInit = {}) =>
    fetch(`${site?.origin}${path}`, { ...init, headers: { 'x-forwarded-for': ip, ...init.headers } });
  const statusOf = async (...asked: Parameters<typeof ask>): Promise<number> => (await ask(...asked)).status;

  it('counts reads and writes apart, and says how many are left', async () => {
    await start({ reads: 2, writes: 1 });
    const first = await ask('198.51.100.1');
    expect([first.status, first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
      200,
      '"client-reads";q=2;w=60',
      '"client-reads";r=1;t=60',
    ]);
    clock += 20_000;
    expect(await statusOf('198.51.100.1', EVENTS, { method: 'HEAD' })).toBe(200);
    const refused = await ask('198.51.100.1');
    expect([refused.status, refused.headers.get('ratelimit'), refused.headers.get('retry-after')]).toEqual([
      429,
      '"client-reads";r=0;t=40',
      '40',
    ]);
    expect(await refused.json()).toMatchObject({ code: serviceErrors.tooManyRequests.definition.code });
    expect(await statusOf('198.51.100.1', EVENTS, { method: 'POST' })).toBe(200);
    expect(await statusOf('198.51.100.1', EVENTS, { method: 'DELETE' })).toBe(429);
    clock += 40_000;
    expect(await statusOf('198.51.100.1')).toBe(200);
  });

  it('counts each client alone: an address, or the network of one', async () => {
    await start({ reads: 1, writes: 0 });
    expect(await statusOf('198.51.100.1')).toBe(200);
    expect(await statusOf('198.51.100.2')).toBe(200);
    expect(await statusOf('2001:db8::1')).toBe(200);
    expect(await statusOf('2001:db8::2')).toBe(429);
    expect(await statusOf('2001:db8:0:1::2')).toBe(200);
  });

  it('takes the client that the proxies of the site name, whatever the client claims', async () => {
    await start({ reads: 1, writes: 0 });
    expect(await statusOf('203.0.113.9, 198.51.100.1')).toBe(200);
    expect(await statusOf('203.0.113.8, 198.51.100.1')).toBe(429);
  });

  it('refuses pages as pages', async () => {
    await start({ reads: 1, writes: 0 });
    await ask('198.51.100.1', '/');
    const refused = await ask('198.51.100.1', '/');
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([
      429,
      '60',
      '"client-reads";r=0;t=60',
    ]);
    expect(refused.headers.get('content-type')).toContain('text/html');
  });

  it('counts neither media files nor preflights', async () => {
    await start({ reads: 1, writes: 1 });
    const preflight = { origin: 'https://a.test', 'access-control-request-method': 'POST' };
    for (let round = 0; round < 3; round++) {
      expect(await statusOf('198.51.100.1', '/uploads/a.png')).toBe(200);
      expect(await statusOf('198.51.100.1', EVENTS, { method: 'OPTIONS', headers: preflight })).toBe(204);
    }
    expect(await statusOf('198.51.100.1')).toBe(200);
  });

  it('is none by default, for this machine, and for 0', async () => {
    await start();
    const unlimited = await ask('198.51.100.1');
    expect([unlimited.status, unlimited.headers.has('ratelimit')]).toEqual([200, false]);
    await site?.stop();
    await start({ reads: 1, writes: 0 });
    for (let round = 0; round < 3; round++)
      expect(await statusOf('198.51.100.1', EVENTS, { method: 'POST' })).toBe(200);
    await site?.stop();
    await start({ reads: 1, writes: 1 }, 0);
    for (let round = 0; round < 3; round++) expect((await fetch(`${site?.origin}${EVENTS}`)).status).toBe(200);
  });

  it('is shown beside those of the service', async () => {
    await start({ reads: 2, writes: 0 });
    calendar.answer = (_request, response) =>
      void response.writeHead(200, { RateLimit: '"social";r=3;t=9', 'RateLimit-Policy': '"social";q=4;w=60' }).end();
    const { headers } = await ask('198.51.100.1');
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
      '"client-reads";q=2;w=60, "social";q=4;w=60',
      '"client-reads";r=1;t=60, "social";r=3;t=9',
    ]);
    expect(headers.get('access-control-expose-headers')).toContain('RateLimit');
  });
});
