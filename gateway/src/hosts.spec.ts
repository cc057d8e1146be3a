import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { FakeCore, type GatewayUnderTest, startGateway } from './testing/fakeServices.ts';

const core = new FakeCore();
let site: GatewayUnderTest;
let named: GatewayUnderTest;

beforeAll(async () => {
  await core.start();
  const addresses = new Map([['core', core.address] as const]);
  site = await startGateway(addresses, { trustedProxies: 1 });
  named = await startGateway(addresses, { publicUrl: 'https://site.test' });
});
afterAll(() => Promise.all([site.stop(), named.stop(), core.stop()]));

/** Returns the answer to a request whose lines are sent unchanged. */
const answerTo = async ({ origin }: GatewayUnderTest, ...lines: string[]): Promise<string> => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  return text(socket);
};

const POSTS = '/en/json/core/v2/posts';

describe('the host of a request', () => {
  it.each([
    ['one site', 'one', 'two'],
    ['the same twice', 'one', 'one'],
  ])('is refused in two headers: %s', async (_what, ...hosts) => {
    for (const gateway of [site, named]) {
      for (const path of [POSTS, '/about']) {
        const answer = await answerTo(gateway, `GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`));
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      }
    }
  });

  it('is the authority of an absolute target, whatever the header says', async () => {
    const answer = await answerTo(site, `GET http://Site.test:81${POSTS}?a=1 HTTP/1.1`, 'Host: other.test');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('<http://site.test:81/en/json/>');
    expect(core.seen.at(-1)?.url).toBe('/core/v2/posts?a=1');
  });

  it.each(['http://a@site.test/en/json/', 'http:///en/json/', 'HTTPS://-?a=1'])('is missing in %s', async (target) => {
    expect(await answerTo(site, `GET ${target} HTTP/1.1`, 'Host: other.test')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a redirect to the right address of a page', () => {
  const PLACE = { '/about': 'the gateway', '/about/': 'a service' } as const;
  afterEach(() => {
    core.answer = undefined;
  });
  const keptAs = async ({ origin }: GatewayUnderTest, path: string, to: string) => {
    core.answer = (_request, response) => {
      const moved = path === '/about/' && { location: `${to}/moved/` };
      response.writeHead(moved ? 301 : 200, { 'cache-control': 'public, no-cache', ...moved }).end();
    };
    const { status, headers } = await fetch(`${origin}${path}`, { redirect: 'manual' });
    return [status, headers.get('location'), headers.get('cache-control')];
  };

  it.each(Object.entries(PLACE))('may not be kept at %s, by %s, if the host comes from the request', async (path) => {
    const to = site.origin;
    expect(await keptAs(site, path, to)).toEqual([301, expect.stringContaining(`${to}/`), 'no-store']);
  });

  it.each(Object.entries(PLACE))('may be kept at %s, by %s, if the site has configured its address', async (path) => {
    const to = 'https://site.test';
    expect(await keptAs(named, path, to)).toEqual([301, expect.stringContaining(`${to}/`), 'public, no-cache']);
  });
});

describe('headers for browsers', () => {
  const headersFor = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${site.origin}${path}`, { headers, redirect: 'manual' })).headers;

  it.each([POSTS, '/en/json/', '/about', '/files/none.png', '/'])(
    'demand TLS on %s if the request came over TLS',
    async (path) => {
      const encrypted = await headersFor(path, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' });
      expect(encrypted.get('strict-transport-security')).toBe('max-age=31536000');
      expect((await headersFor(path, {})).has('strict-transport-security')).toBe(false);
    },
  );

  it('forbid credentials from the origin null', async () => {
    for (const path of [POSTS, '/en/json/', '/en/json/none']) {
      const headers = await headersFor(path, { origin: 'null' });
      expect(headers.get('access-control-allow-origin')).toBe('null');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  });
});
