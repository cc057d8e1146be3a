import {
  FakeCore,
  FakeService,
  type GatewayUnderTest,
  startGateway,
  startWithServices,
} from './testing/fakeServices.ts';

let site: GatewayUnderTest;

beforeAll(async () => {
  site = await startWithServices({ core: new FakeCore(), calendar: new FakeService('cal/events/v1') });
});
afterAll(() => site.stop());

interface Catalog {
  readonly linkset: readonly Readonly<Record<string, unknown>>[];
}

const ask = (path: string, method = 'GET') => fetch(`${site.origin}${path}`, { method, redirect: 'manual' });

describe('the catalog of interfaces', () => {
  it('is a set of links that every origin may read', async () => {
    const { status, headers } = await ask('/.well-known/api-catalog');
    expect([status, Object.fromEntries(headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        'access-control-allow-origin': '*',
        link: expect.stringContaining(`<${site.origin}/.well-known/api-catalog>; rel="api-catalog"`),
      }),
    ]);
  });

  it('leads to the interface, each namespace, and their descriptions', async () => {
    const { linkset } = (await (await ask('/.well-known/api-catalog')).json()) as Catalog;
    const root = `${site.origin}/en/json`;
    const [catalog, ...entries] = linkset;
    const anchors = entries.map(({ anchor }) => anchor);
    expect(anchors).toEqual(expect.arrayContaining([`${root}/`, `${root}/cal/events/v1`, `${root}/core/v2`]));
    expect(catalog).toEqual({
      anchor: `${site.origin}/.well-known/api-catalog`,
      item: anchors.map((href) => ({ href })),
    });
    expect(entries).toContainEqual({
      anchor: `${root}/cal/events/v1`,
      'service-desc': [{ href: `${root}/openapi/cal-events-v1.json`, type: 'application/json' }],
      'service-doc': [{ href: `${root}/docs?namespace=cal%2Fevents%2Fv1`, type: 'text/html' }],
    });
    expect(entries[0]).toEqual({
      anchor: `${root}/`,
      'service-desc': [{ href: `${root}/openapi.json`, type: 'application/json' }],
      'service-doc': [{ href: `${root}/docs`, type: 'text/html' }],
    });
  });

  it('is stored by caches only if its addresses do not follow from the request', async () => {
    const named = await startGateway(new Map(), { publicUrl: 'https://site.test' });
    const answer = await fetch(`${named.origin}/.well-known/api-catalog`);
    await named.stop();
    expect(answer.headers.get('cache-control')).toBe('max-age=3600');
    expect((await ask('/.well-known/api-catalog')).headers.get('cache-control')).toBe('no-store');
  });

  it('is compressed', async () => {
    const { headers } = await ask('/.well-known/api-catalog');
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding']);
  });

  it('has its headers alone for HEAD', async () => {
    const answer = await ask('/.well-known/api-catalog', 'HEAD');
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('content-type')).toMatch(/^application\/linkset\+json/);
  });

  it('has one address, and is only read', async () => {
    for (const other of ['/fr-ca/.well-known/api-catalog', '/.well-known/api-catalogs'])
      expect((await ask(other)).headers.get('access-control-allow-origin')).toBeNull();
    const { status, headers } = await ask('/.well-known/api-catalog', 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
