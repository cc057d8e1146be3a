import {
  anonymous,
  createKey,
  principalHeaders,
  type RequestRoute,
  readPublicKeys,
  readSigningKey,
  signPrincipal,
  system,
} from '@almanac/identity';
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

describe('a request of a process with a key of its own', () => {
  const keys = { calendar: createKey('calendar:1'), gateway: createKey('gateway:1') };
  const signingKey = (part: keyof typeof keys) => readSigningKey(JSON.stringify(keys[part].private));
  let rest: RestUnderTest;
  const warned: unknown[] = [];
  beforeAll(async () => {
    const shared = { methods: ['GET'], summary: 'x', hidden: true, args: {} } as const;
    const answered = async () => ({ body: { answered: true } });
    rest = await serveRoutes({
      service: 'core',
      log: { error: () => undefined, warn: (...line) => void warned.push(line) },
      routes: [
        route({ ...shared, namespace: 'internal', path: '/settings', handle: answered }),
        route({ ...shared, namespace: 'core/v2', path: '/posts', handle: answered }),
      ],
      publicKeys: readPublicKeys(JSON.stringify({ keys: [keys.calendar.public, keys.gateway.public] })),
    });
  });
  afterAll(() => rest.close());

  const askFrom = (path: string, from: string | undefined, part?: keyof typeof keys) => {
    const signing = { secret: SECRET, signingKey: part && signingKey(part) };
    return rest.ask(path, { headers: { ...principalHeaders(system, signing, now(), { from, for: 'core' }) } });
  };

  it('is answered', async () => {
    expect((await askFrom('/internal/settings', 'calendar', 'calendar')).status).toBe(200);
    expect((await askFrom('/core/v2/posts', 'gateway', 'gateway')).status).toBe(200);
  });

  it.each([
    ['the key of another process', 'gateway', 'calendar'],
    ['no key', 'gateway', undefined],
    ['no sender', undefined, 'calendar'],
  ] as const)('is refused with %s, and logged', async (_what, from, part) => {
    for (const path of ['/internal/settings', '/core/v2/posts']) {
      const { status, body } = await askFrom(path, from, part);
      expect([status, body.code]).toEqual([401, 'rest_invalid_principal']);
      expect(warned.at(-1)).toEqual([expect.anything(), 'refused a request that no part of the site has signed']);
    }
  });

  it('is refused at internal routes without a principal, since it then names no sender', async () => {
    for (const path of ['/internal/settings', '/INTERNAL/settings', '/%69nternal/settings'])
      expect(await rest.ask(path)).toMatchObject({ status: 401, body: { code: 'rest_not_sealed' } });
    expect((await rest.ask('/core/v2/posts')).status).toBe(200);
  });

  it('is refused for a user too', async () => {
    const headers = principalHeaders(anonymous, { secret: SECRET }, now(), { from: 'gateway', for: 'core' });
    expect((await rest.ask('/core/v2/posts', { headers: { ...headers } })).status).toBe(401);
  });
});
