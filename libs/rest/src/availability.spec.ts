import { type RouteDescriptions, route } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

describe('a route that may be switched off', () => {
  let isOn: boolean;
  let served: RestUnderTest;
  beforeEach(async () => {
    isOn = true;
    const handle = async () => ({ body: {} });
    const shared = { namespace: 'a/v1', args: {}, handle, batch: true } as const;
    const offered = async () => isOn;
    served = await serveRoutes({
      routes: [
        route({ ...shared, path: '/always', methods: ['GET'], summary: 'Is there.' }),
        route({ ...shared, path: '/always', methods: ['POST'], summary: 'May be there.', offered }),
        route({ ...shared, namespace: 'b/v1', path: '/things', methods: ['GET', 'POST'], summary: 'Things.', offered }),
      ],
    });
  });
  afterEach(() => served.close());

  const statusOf = async (method: string, path: string) => (await served.ask(path, { method })).status;
  const named = async () => {
    const { namespaces } = (await served.ask('/internal/routes')).body as RouteDescriptions;
    return Object.fromEntries(Object.entries(namespaces).map(([name, routes]) => [name, Object.keys(routes)]));
  };

  it('is available while it is on', async () => {
    expect([await statusOf('GET', '/b/v1/things'), await statusOf('OPTIONS', '/b/v1/things')]).toEqual([200, 200]);
    expect(await named()).toEqual({ 'a/v1': ['/a/v1/always'], 'b/v1': ['/b/v1/things'] });
  });

  it('is missing while it is off, for every method and in a batch, while its namespace stays', async () => {
    isOn = false;
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) expect(await statusOf(method, '/b/v1/things')).toBe(404);
    const { headers, body } = await served.ask('/b/v1/things');
    expect([body.code, headers.allow]).toEqual(['rest_no_route', undefined]);
    for (const validation of ['normal', 'require-all-validate']) {
      const items = [{ method: 'POST', path: '/b/v1/things' }];
      const batch = await served.ask('/internal/batch', { method: 'POST', json: { validation, items } });
      expect(batch.body.responses).toMatchObject([{ status: 404, body: { code: 'rest_no_route' } }]);
    }
    expect(await named()).toEqual({ 'a/v1': ['/a/v1/always'], 'b/v1': [] });
  });

  it('hides only its own methods', async () => {
    isOn = false;
    expect([await statusOf('GET', '/a/v1/always'), await statusOf('POST', '/a/v1/always')]).toEqual([200, 404]);
    const { headers, body } = await served.ask('/a/v1/always', { method: 'OPTIONS' });
    expect([body.methods, headers.allow]).toEqual([['GET'], 'GET']);
  });
});
