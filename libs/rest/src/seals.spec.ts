import { contentOfBody, SEAL_HEADER, sealRequest, signPrincipal, system } from '@almanac/identity';
import { text } from './args.ts';
import { route } from './route.ts';
import { type RestUnderTest, SECRET, serveRoutes, type TestRequest } from './testing.ts';

const now = () => new Date();

describe('an internal route', () => {
  let rest: RestUnderTest;
  const warned: object[] = [];
  const messages: (string | undefined)[] = [];
  beforeAll(async () => {
    const shared = { namespace: 'internal', methods: ['GET', 'POST'], summary: 'x', hidden: true } as const;
    rest = await serveRoutes({
      log: {
        error: () => undefined,
        warn: (details, message) => {
          warned.push(details);
          messages.push(message);
        },
      },
      routes: [
        route({
          ...shared,
          path: '/echo',
          args: { word: text() },
          handle: async ({ args }) => ({ body: { ...args } }),
        }),
        route({ ...shared, path: '/raw', args: {}, body: 'raw', handle: async () => ({ body: 'read elsewhere' }) }),
      ],
    });
  });
  afterAll(() => rest.close());

  const post = (more: TestRequest) => rest.ask('/internal/echo', { method: 'POST', json: { word: 'a' }, ...more });
  const sealed = (target: string, content: string, headers: Record<string, string> = {}) => ({
    ...headers,
    [SEAL_HEADER]: sealRequest({ method: 'POST', target, headers }, content, SECRET, now()),
  });

  it('answers requests under the seal of the site', async () => {
    expect(await post({})).toMatchObject({ status: 200, body: { word: 'a' } });
  });

  it.each(['/internal/echo', '/INTERNAL/echo', '/internal/routes', '/internal/batch', '/%69nternal/echo'])(
    'refuses senders without a seal at %s, even those that claim to be a user',
    async (path) => {
      for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS']) {
        const { status } = await rest.ask(path, { method, unsealed: true, json: { items: [] } });
        expect([401, 404]).toContain(status);
      }
      const { status, body } = await rest.ask(path, { method: 'OPTIONS', as: system, unsealed: true });
      expect([status, body.code]).toEqual([404, 'rest_no_route']);
      const asSystem = await post({ as: system, unsealed: true });
      expect([asSystem.status, asSystem.body.code]).toEqual([401, 'rest_not_sealed']);
    },
  );

  it('is logged as expired when it was signed too long ago', async () => {
    const signedAt = new Date(Date.now() - 120_000);
    const headers = {
      [SEAL_HEADER]: sealRequest(
        { method: 'POST', target: '/internal/echo', headers: {} },
        contentOfBody('{"word":"a"}'),
        SECRET,
        signedAt,
      ),
    };
    expect((await post({ unsealed: true, headers })).body.code).toBe('rest_not_sealed');
    expect(messages.at(-1)).toMatch(/signature has expired/);
    await post({ unsealed: true, headers: { [SEAL_HEADER]: `${headers[SEAL_HEADER]}x` } });
    expect(messages.at(-1)).toMatch(/no part of the site has signed/);
  });

  it('is logged when it is refused, by where it came from, without what was sent', async () => {
    const headers = { 'x-almanac-principal': 'forged', 'x-almanac-request': 'r1' };
    await post({ unsealed: true });
    await post({ unsealed: true, headers });
    const line = { method: 'POST', path: '/internal/echo', ip: expect.stringContaining('127.0.0.1') };
    expect(warned.slice(-2)).toEqual([
      { ...line, code: 'rest_not_sealed', requestId: '' },
      { ...line, code: 'rest_invalid_principal', requestId: 'r1' },
    ]);
  });

  it('refuses the seal of another body, however long it is', async () => {
    const headers = sealed('/internal/echo', contentOfBody('{"word":"b"}'));
    expect(await post({ unsealed: true, headers })).toMatchObject({ status: 401, body: { code: 'rest_not_sealed' } });
  });

  it('refuses another principal than the seal covers', async () => {
    const principal = signPrincipal(system, SECRET, now());
    const headers = { ...sealed('/internal/echo', contentOfBody('{"word":"a"}')), 'x-almanac-principal': principal };
    expect((await post({ unsealed: true, headers })).status).toBe(401);
  });

  it('accepts a seal for this service only, and one of a former release, which names none', async () => {
    const ask = (recipient: string | undefined) => {
      const principal = { 'x-almanac-principal': signPrincipal(system, SECRET, now(), { for: recipient }) };
      const headers = sealed('/internal/echo', contentOfBody('{"word":"a"}'), principal);
      return post({ unsealed: true, headers });
    };
    expect((await ask('under-test')).status).toBe(200);
    expect((await ask(undefined)).status).toBe(200);
    expect(await ask('calendar')).toMatchObject({ status: 401, body: { code: 'rest_invalid_principal' } });
  });

  it('accepts a body that was passed on unread with its type and length', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '6' };
    const seal = `stream:6:${form['content-type']}`;
    const send = (content: string, body = 'word=a') =>
      rest.ask('/internal/echo', {
        method: 'POST',
        unsealed: true,
        body,
        headers: sealed('/internal/echo', content, { 'content-type': form['content-type'] }),
      });
    expect(await send(seal)).toMatchObject({ status: 200, body: { word: 'a' } });
    expect((await send(seal, 'word=ab')).status).toBe(401);
    expect((await send('stream:6:application/json')).status).toBe(401);
  });

  it('leaves no body to a handler if the seal covers its hash', async () => {
    const body = 'anything';
    const ask = (content: string) =>
      rest.ask('/internal/raw', {
        method: 'POST',
        unsealed: true,
        body,
        headers: sealed('/internal/raw', content, { 'content-type': 'text/plain' }),
      });
    expect((await ask(contentOfBody(body))).status).toBe(401);
    expect((await ask('stream:8:text/plain')).status).toBe(200);
  });
});
