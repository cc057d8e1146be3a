import { createOutgoing, createResolve, type OutgoingOptions } from '@almanac/outgoing';
import { type FakeDns, type FakeService, startFakeDns, startFakeServer } from '@almanac/outgoing/testing';
import { askService } from '@almanac/rest/testing';
import { serveMisc, type TestService } from '../../testing.contract.ts';
import { fetchText } from './fetchText.ts';

describe('look-ups of hosts that stay silent', () => {
  let misc: TestService;
  let fake: FakeService;
  let dns: FakeDns;
  let requests: { readonly url: string; isClosed: boolean }[];
  beforeEach(async () => {
    requests = [];
    fake = await startFakeServer(({ url = '' }, response) => {
      const request = { url, isClosed: false };
      requests.push(request);
      response.once('close', () => {
        request.isClosed = true;
      });
      if (!url.includes('silent')) response.end('<title>Here</title>');
    });
    dns = await startFakeDns((name, type) => {
      if (name.startsWith('silent')) return undefined;
      return type === 'A' ? { addresses: ['127.0.0.1'] } : {};
    });
  });
  afterEach(async () => {
    await misc.stop();
    await dns.close();
    await fake.close();
  });

  const serve = async (more: OutgoingOptions = {}) => {
    const resolve = createResolve({ servers: dns.servers });
    misc = await serveMisc({ outgoing: createOutgoing({ policy: fake.policy, resolve, ...more }) });
  };
  const address = (host: string, path = '/') => encodeURIComponent(`http://${host}:${fake.port}${path}`);
  const details = (host: string, path = '/') =>
    misc.ask(`/editor/v1/url-details?url=${address(host, path)}`, { as: 'editor' });
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((next) => setTimeout(next, 5));
  };

  it('let others be answered, while the names of 29 hosts lead nowhere yet', async () => {
    await serve({ places: { running: 30, waiting: 0 } });
    let waiting = 29;
    const silent = Array.from({ length: waiting }, (_, n) =>
      details(`silent-${n}.test`).then(({ body }) => {
        waiting--;
        return body.code;
      }),
    );
    await until(() => new Set(dns.asked).size >= 58);
    expect((await details('good.test')).body.title).toBe('Here');
    expect(waiting).toBeGreaterThan(0);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['no_response']));
  });

  it.each(['/editor/v1/url-details', '/oembed/1.0/proxy'])(
    'are refused by %s while they have no place, and the refusal is not cached',
    async (route) => {
      await serve({ places: { running: 1, waiting: 0 } });
      const leaving = new AbortController();
      const held = askService(misc.address, misc, `${route}?url=${address('one.test', '/silent')}`, {
        as: 'author',
        signal: leaving.signal,
      }).catch(() => 'left');
      await until(() => requests.length === 1);
      const asked = () => misc.ask(`${route}?url=${address('good.test')}`, { as: 'editor' });
      const { status, body, headers } = await asked();
      expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rest_too_many_requests', '5']);
      leaving.abort();
      expect(await held).toBe('left');
      await until(() => requests[0]?.isClosed === true);
      expect((await asked()).status).not.toBe(429);
    },
  );

  it('end with their time limit, as does an address that stays silent', async () => {
    await serve();
    const outgoing = createOutgoing({ ...fake });
    const url = `http://one.test:${fake.port}/silent`;
    expect(await fetchText({ ...misc, outgoing, signal: AbortSignal.timeout(20) }, url, {})).toBeUndefined();
    await until(() => requests.every(({ isClosed }) => isClosed));
  });
});
