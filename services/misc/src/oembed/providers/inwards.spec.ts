import { createOutgoing } from '@almanac/outgoing';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { serveMisc, type TestService } from '../../testing.contract.ts';

const endpoint = (href: string): string => `<link rel="alternate" type="application/json+oembed" href="${href}">`;

/** An external page that leads to internal addresses, and a fake server that records requests to them. */
describe('a page to embed that leads inwards', () => {
  let misc: TestService;
  let fake: FakeService;
  let asked: string[];
  let resolved: string[];
  beforeEach(async () => {
    [asked, resolved] = [[], []];
    fake = await startFakeServer(({ url = '', headers: { host } }, response) => {
      asked.push(url);
      const found = pages(`http://${host}`).get(url.split('?')[0] ?? '') ?? { status: 404 };
      response.writeHead(found.status ?? 200, {
        'content-type': 'text/html',
        ...(found.location && { location: found.location }),
      });
      response.end(found.html);
    });
    // `turning.test` resolves to the server the first time and to an internal address later
    const resolve = async (name: string) => {
      resolved.push(name);
      const again = resolved.filter((each) => each === name).length > 1;
      return name === 'inner.test' || (again && name === 'turning.test') ? ['10.0.0.1'] : ['127.0.0.1'];
    };
    misc = await serveMisc({ outgoing: createOutgoing({ ...fake, resolve }) });
  });
  afterEach(async () => {
    await misc.stop();
    await fake.close();
  });

  const pages = (here: string) =>
    new Map<string, { readonly status?: number; readonly location?: string; readonly html?: string }>([
      ['/moved', { status: 302, location: 'http://169.254.169.254/latest/' }],
      ['/moved-to-name', { status: 302, location: `http://inner.test:${fake.port}/page` }],
      ['/endpoint', { html: endpoint('http://10.0.0.1/oembed') }],
      ['/endpoint-by-name', { html: endpoint(`http://inner.test:${fake.port}/data`) }],
      ['/endpoint-moves', { html: endpoint('/moved') }],
      ['/page', { html: endpoint(`${here}/data`) }],
    ]);
  const proxy = async (path: string, host = 'other.test') => {
    const address = encodeURIComponent(`http://${host}:${fake.port}${path}`);
    const { status, body } = await misc.ask(`/oembed/1.0/proxy?url=${address}`, { as: 'editor' });
    return [status, body.code];
  };

  it.each([
    ['/moved', []],
    ['/moved-to-name', []],
    ['/endpoint', []],
    ['/endpoint-by-name', []],
    ['/endpoint-moves', ['/moved']],
  ])('returns nothing, and no more requests are sent: %s', async (path, more) => {
    expect(await proxy(path)).toEqual([404, 'oembed_invalid_url']);
    expect(asked.map((each) => each.split('?')[0])).toEqual([path, ...more]);
  });

  it('is requested at its checked address, and its endpoint not again', async () => {
    expect(await proxy('/page', 'turning.test')).toEqual([404, 'oembed_invalid_url']);
    expect([asked, resolved]).toEqual([['/page'], ['turning.test', 'turning.test']]);
  });
});
