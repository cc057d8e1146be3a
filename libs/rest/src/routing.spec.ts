import { DomainError } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import { integer, type Method, type Permission, type Route, route, text } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const editor: Principal = { kind: 'user', id: 2, login: 'e', roles: ['editor'] };
const users: Permission<unknown> = ({ principal }) => principal.kind === 'user';
const things = new Set(['7', '8']);
const mayTouch: Permission<unknown> = ({ captures, principal, remember }) =>
  remember(`thing/${captures.id}`, () => {
    asked.push(String(captures.id));
    if (!things.has(captures.id ?? '')) throw new DomainError('thing_not_found', 404, 'No such thing.');
    return principal.kind === 'user';
  });
let asked: string[] = [];

const declare = (path: string, methods: Method[], permission?: Permission<unknown>): Route =>
  route({
    namespace: 'a/v1',
    path,
    methods,
    summary: 'Answers',
    args: { id: integer() },
    ...(permission === undefined ? {} : { permission }),
    handle: async ({ method, captures, args, allowed }) => {
      if (method === 'DELETE') things.delete(captures.id ?? '');
      return { body: { method, captures, args, own: await allowed(`/a/v1/things/${captures.id}`) } };
    },
  });

const routes = [
  declare('/things', ['GET']),
  declare('/things', ['POST'], users),
  declare('/things/{id:\\d{1,5}}', ['GET']),
  declare('/things/{id:\\d{1,5}}', ['DELETE'], mayTouch),
  declare('/things/{id:\\d{1,5}}', ['POST', 'PUT', 'PATCH'], mayTouch),
  declare('/things/{slug:[\\w-]+}', ['GET']),
  declare('/things/latest', ['PATCH']),
  declare('/secret', ['GET'], users),
  declare('/secret', ['POST']),
  declare('/Mixed.Case/{a}/to/{b:.+}', ['GET']),
  route({
    namespace: 'a/v1',
    path: '/checked',
    methods: ['POST'],
    summary: 'Checks',
    args: { title: text({ required: true }) },
    permission: users,
    handle: async () => ({ body: {} }),
  }),
];

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await serveRoutes({ routes });
});
afterAll(() => rest.close());
beforeEach(() => {
  asked = [];
});

describe('routing', () => {
  it('matches the whole path in any case, with or without a final slash', async () => {
    const paths = ['/a/v1/things', '/a/v1/things/', '/A/V1/Things', '/a/v1/mixed.case/x/to/y'];
    expect(await Promise.all(paths.map(async (path) => (await rest.ask(path)).status))).toEqual([200, 200, 200, 200]);
    const others = ['/a/v1/thing', '/a/v1/thingsx', '/x/a/v1/things', '/a/v1/mixedxcase/x/to/y', '/', '/a/v1'];
    for (const path of others) {
      expect((await rest.ask(path)).body).toMatchObject({ code: 'rest_no_route', data: { status: 404 } });
    }
  });
  it('never answers 405: an unsupported method of a path is a missing route', async () => {
    const answered = await rest.ask('/a/v1/secret', { method: 'DELETE' });
    expect([answered.status, answered.body.code, answered.headers.allow]).toEqual([404, 'rest_no_route', undefined]);
    expect((await rest.ask('/a/v1/things', { method: 'PROPFIND' })).status).toBe(404);
  });
  it('uses the first registered route with path and method', async () => {
    expect((await rest.ask('/a/v1/things/12')).body.captures).toEqual({ id: '12' });
    expect((await rest.ask('/a/v1/things/123456')).body.captures).toEqual({ slug: '123456' });
    expect((await rest.ask('/a/v1/things/latest', { method: 'PATCH' })).status).toBe(200);
  });
  it('decodes captures, except for slashes within one', async () => {
    const { body } = await rest.ask('/a/v1/mixed.case/caf%C3%A9%2Fbar/to/c/d%zz');
    expect(body.captures).toEqual({ a: 'caf%C3%A9%2Fbar', b: 'c/d%zz' });
    const sound = await rest.ask('/a/v1/mixed.case/caf%C3%A9%2Fbar/to/c');
    expect(sound.body.captures.a).toBe('café%2Fbar');
  });
});

describe('Allow', () => {
  const allow = async (path: string, more = {}) => (await rest.ask(path, more)).headers.allow;

  it('names the methods that this caller may use, in the order of registration', async () => {
    expect([await allow('/a/v1/things'), await allow('/a/v1/things', { as: editor })]).toEqual(['GET', 'GET, POST']);
    expect(await allow('/a/v1/things/7', { as: editor })).toBe('GET, DELETE, POST, PUT, PATCH');
    expect(await allow('/a/v1/things/7')).toBe('GET');
  });
  it('is set on refusals too, and counts a permission that throws as a refusal', async () => {
    const refused = await rest.ask('/a/v1/secret');
    expect([refused.status, refused.body.code, refused.headers.allow]).toEqual([401, 'rest_forbidden', 'POST']);
    const gone = await rest.ask('/a/v1/things/9', { method: 'PUT', as: editor });
    expect([gone.status, gone.body.code, gone.headers.allow]).toEqual([404, 'thing_not_found', 'GET']);
    expect(await allow('/a/v1/checked', { method: 'POST', as: editor })).toBe('POST');
  });
  it('is absent where nothing is allowed', async () => {
    expect(await allow('/a/v1/checked', { method: 'POST', json: { title: 'x' } })).toBeUndefined();
  });
  it('is judged after a write on the stored state', async () => {
    const deleted = await rest.ask('/a/v1/things/8', { method: 'DELETE', as: editor });
    expect([deleted.status, deleted.headers.allow]).toEqual([200, 'GET']);
  });
  it('loads the data of a permission once for a read, and once more after a write', async () => {
    await rest.ask('/a/v1/things/7', { as: editor });
    expect(asked).toEqual(['7']);
    await rest.ask('/a/v1/things/7', { method: 'PUT', as: editor });
    expect(asked).toEqual(['7', '7', '7']);
  });
  it('gives handlers the same for any address, for target hints', async () => {
    expect((await rest.ask('/a/v1/things/7', { as: editor })).body.own).toEqual([
      'GET',
      'DELETE',
      'POST',
      'PUT',
      'PATCH',
    ]);
    expect((await rest.ask('/a/v1/things/x', { as: editor })).body.own).toEqual(['GET']);
    expect((await rest.ask('/a/v1/things')).body.own).toEqual(['GET']);
  });
});

describe('the order of checks', () => {
  const post = (more: object) => rest.ask('/a/v1/checked', { method: 'POST', ...more });

  it('is JSON, required arguments, declaration, permission', async () => {
    const broken = await post({ headers: { 'content-type': 'application/json' }, body: '{' });
    const missing = await post({ json: {} });
    const wrong = await post({ json: { title: 5 } });
    const forbidden = await post({ json: { title: 'x' } });
    expect([broken, missing, wrong, forbidden].map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'rest_invalid_json'],
      [400, 'rest_missing_callback_param'],
      [400, 'rest_invalid_param'],
      [401, 'rest_forbidden'],
    ]);
  });
  it('makes a refusal 403 for signed-in users', async () => {
    const visitor: Principal = { kind: 'user', id: 3, login: 's', roles: [] };
    const secret = route({
      namespace: 'a',
      path: '/x',
      methods: ['GET'],
      summary: 'x',
      args: {},
      permission: () => false,
      handle: async () => ({ body: 1 }),
    });
    const served = await serveRoutes({ routes: [secret] });
    const { status, body } = await served.ask('/a/x', { as: visitor });
    await served.close();
    expect([status, body.code]).toEqual([403, 'rest_forbidden']);
  });
});

describe('OPTIONS', () => {
  it('describes a path to everybody, and is 404 if there is none', async () => {
    const { status, body, headers } = await rest.ask('/a/v1/things', { method: 'OPTIONS' });
    expect([status, headers.allow]).toEqual([200, 'GET']);
    expect(body).toMatchObject({
      namespace: 'a/v1',
      methods: ['GET', 'POST'],
      endpoints: [{ methods: ['GET'], args: { id: { type: 'integer', required: false } } }, { methods: ['POST'] }],
      _links: { self: [{ href: expect.stringMatching(/\/en\/json\/a\/v1\/things$/) }] },
    });
    expect((await rest.ask('/a/v1/none', { method: 'OPTIONS' })).status).toBe(404);
  });
});
