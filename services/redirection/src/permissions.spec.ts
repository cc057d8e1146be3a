import { randomUUID } from 'node:crypto';
import { roles } from '@almanac/identity';
import { routesOf } from './service.ts';
import { type Asker, redirectionOf, serveRedirection, type TestService } from './testing.contract.ts';

const askers: readonly Asker[] = [...roles, 'visitor'];

const declared = routesOf(redirectionOf()).flatMap(({ namespace, path, methods, hidden, permission }) =>
  methods.map((method) => ({ name: `${method} ${path}`, namespace, method, path, hidden, permission })),
);

const WRITE_METHODS = ['POST', 'PUT', 'PATCH'];
const written = (path: string) => WRITE_METHODS.map((method) => `${method} ${path}`);
const readAndWritten = (path: string) => [`GET ${path}`, ...written(path)];

/** Every route for administrators only (docs/interface/redirection.md §2). A route without a row fails the spec. */
const administrators = [
  ...readAndWritten('/redirect'),
  ...written('/redirect/{id:\\d+}'),
  ...written('/bulk/redirect/{bulk:delete|enable|disable|reset}'),
  'GET /redirect/post',
  'GET /redirect/test',
  ...readAndWritten('/group'),
  ...written('/group/{id:\\d+}'),
  ...written('/bulk/group/{bulk:delete|enable|disable}'),
  'GET /log',
  ...written('/bulk/log/{bulk:delete}'),
  'GET /404',
  ...written('/bulk/404/{bulk:delete}'),
  ...readAndWritten('/setting'),
  ...readAndWritten('/plugin'),
  ...written('/plugin/delete'),
  ...readAndWritten('/plugin/test'),
  'DELETE /plugin/test',
  ...written('/plugin/data'),
  ...written('/import/file/{group_id:\\d+}'),
  ...readAndWritten('/import/plugin'),
  'GET /export/{module:1|2|3|all}/{format:csv|apache|nginx|json}',
];

/** Arguments of requests from gateways: a batch of visits, and posts named by old addresses. */
const ofGateways = { batch: randomUUID(), counts: [], records: [], lost: 0, posts: [{ slug: 'x' }], under: '' };

/** Routes for the site itself. */
const ofTheSite = [
  'GET /redirects/random-post',
  'GET /redirects/snapshot',
  'POST /redirects/named-post',
  'POST /redirects/visits',
];

const targetOf = (path: string): string =>
  path
    .replace(/\{\w*id:\\d\+\}/, '1')
    .replace(/\{\w+:(\w+)[^}]*\}/g, '$1')
    .replace('/redirect/post', '/redirect/post?text=x')
    .replace('/redirect/test', '/redirect/test?url=/x');

describe('the rights matrix', () => {
  it('covers every route', () => {
    const shown = declared.filter(({ hidden }) => !hidden).map(({ name }) => name);
    expect(shown.sort()).toEqual([...administrators].sort());
    const internal = declared.filter(({ hidden }) => hidden).map(({ name }) => name);
    expect(internal.sort()).toEqual(ofTheSite);
  });

  describe.each(askers)('%s', (as) => {
    let served: TestService;
    beforeAll(async () => {
      served = await serveRedirection();
    });
    afterAll(() => served.stop());

    it.each(declared)('decides $name', async ({ namespace, method, path }) => {
      const target = namespace === 'internal' ? `/internal${path}` : targetOf(path);
      const body = method === 'GET' ? undefined : { name: 'Made', moduleId: 1, ...ofGateways };
      const { status, body: answer } = await served.ask(method, target, { as, body });
      if (as === 'administrator' && namespace !== 'internal') expect([401, 403]).not.toContain(status);
      else expect([status, answer.code]).toEqual([as === 'visitor' ? 401 : 403, 'rest_forbidden']);
    });
  });
});
