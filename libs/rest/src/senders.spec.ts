import { type RequestRoute, signPrincipal, system } from '@almanac/identity';
import { route } from './route.ts';
import { type RestUnderTest, SECRET, serveRoutes, type TestRequest } from './testing.ts';

const now = () => new Date();

describe('a request that names its sender', () => {
  let rest: RestUnderTest;
  let handled = 0;
  const warned: unknown[] = [];
  beforeAll(async () => {
    const at = (namespace: string, path: string) =>
      route({
        namespace,
        path,
        methods: ['GET', 'POST'],
        summary: 'x',
        hidden: true,
        args: {},
        handle: async () => {
          handled += 1;
          return { body: { answered: true } };
        },
      });
    rest = await serveRoutes({
      service: 'core',
      log: { error: () => undefined, warn: (...line) => void warned.push(line) },
      routes: [at('internal', '/settings'), at('internal', '/pages/{page}'), at('core/v2', '/users/{id}')],
    });
  });
  afterAll(() => rest.close());

  const askFrom = (path: string, from: string | undefined, more: TestRequest & Omit<RequestRoute, 'from'> = {}) => {
    const principal = signPrincipal(system, SECRET, now(), { from, for: more.for ?? 'core' });
    return rest.ask(path, { ...more, headers: { 'x-almanac-principal': principal } });
  };

  it.each([
    ['/internal/settings', 'misc'],
    ['/internal/pages/about', 'gateway'],
    ['/core/v2/users/7', 'gateway'],
    ['/core/v2/users/7', 'calendar'],
    ['/core/v2/users/7', 'operator'],
  ])('is answered at %s for %s, a declared sender', async (path, from) => {
    expect(await askFrom(path, from)).toMatchObject({ status: 200, body: { answered: true } });
    expect((await askFrom(path, from, { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    ['/internal/settings', 'core'],
    ['/internal/settings', 'operator'],
    ['/internal/pages/about', 'misc'],
    ['/core/v2/users/7', 'redirection'],
    ['/core/v2/users/7', ''],
    ['/core/v2/nowhere', 'misc'],
  ])('is refused at %s for %j, an undeclared sender', async (path, from) => {
    const before = handled;
    for (const method of ['GET', 'POST']) {
      const { status, body } = await askFrom(path, from, { method });
      expect([status, body.code, body.data]).toEqual([403, 'rest_undeclared_sender', { status: 403, sender: from }]);
    }
    expect(handled).toBe(before);
  });

  it('is refused by the method that overrides its own', async () => {
    const { status } = await askFrom('/core/v2/users/7?_method=DELETE', 'calendar', { method: 'POST' });
    expect(status).toBe(403);
  });

  it('is logged with its sender when it is refused', async () => {
    await askFrom('/internal/settings', 'core');
    expect(warned.at(-1)).toEqual([
      expect.objectContaining({ code: 'rest_undeclared_sender', path: '/internal/settings', sender: 'core' }),
      'refused a request that its sender is not declared to ask',
    ]);
  });

  it('is answered without a sender, as a former release signs it', async () => {
    expect((await askFrom('/internal/settings', undefined)).status).toBe(200);
  });

  it('is invalid for another service, for every sender', async () => {
    expect(await askFrom('/internal/settings', 'misc', { for: 'calendar' })).toMatchObject({
      status: 401,
      body: { code: 'rest_invalid_principal' },
    });
  });
});
