import type { Commands } from '@almanac/event-sourcing';
import type { Principal } from '@almanac/identity';
import { integer, object, type RestRequest, route, text } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const editor: Principal = { kind: 'user', id: 2, login: 'e', roles: ['editor'] };
let done: string[] = [];
let joint: number[] = [];
let order: string[] = [];
const alone: Commands = {
  run: async (_context, decide) => ({ result: await decide(undefined as never), position: done.length }),
};

const commands = {
  ...alone,
  runJointly: async <Result>(items: readonly ((commands: Commands) => Promise<Result>)[]) => {
    joint.push(items.length);
    const settled = [];
    for (const item of items) settled.push(...(await Promise.allSettled([item(alone)])));
    return settled;
  },
};

const write = async ({
  args,
  method,
  context,
  commands: given,
  headers,
  params,
}: RestRequest<{ id?: number | undefined; title?: string | undefined }>) => {
  await given.run(context, async () => done.push(`${method} ${args.id ?? ''} ${args.title ?? ''}`));
  const body = { id: args.id ?? 1, title: args.title, header: headers['x-custom-header'], params };
  return {
    status: method === 'POST' ? 201 : 200,
    body,
    version: { stream: 'thing-1', version: 1 },
    headers: { Location: '/somewhere' },
  };
};
const args = { title: text({ maxLength: 5 }), meta: object({}) };
const byId = { id: integer({ required: true }), ...args };
const may = ({ principal }: RestRequest<unknown>) => principal.kind === 'user';
const base = { namespace: 'a/v1', summary: 'Writes' };
const routes = [
  route({ ...base, path: '/things', methods: ['GET'], args: {}, handle: async () => ({ body: [] }), batch: true }),
  route({ ...base, path: '/things', methods: ['POST'], args, permission: may, handle: write, batch: true }),
  route({
    ...base,
    path: '/things/{id:\\d+}',
    methods: ['PUT', 'DELETE'],
    args: byId,
    permission: may,
    handle: write,
    batch: true,
  }),
  route({
    ...base,
    path: '/noting/{id:\\d+}',
    methods: ['PUT'],
    args: { id: integer({ required: true }) },
    permission: may,
    batch: true,
    handle: async ({ args: { id } }) => {
      order.push(`runs ${id}`);
      return { body: { toJSON: () => order.push(`text ${id}`) }, version: { stream: `thing-${id}`, version: 1 } };
    },
  }),
  route({ ...base, path: '/single', methods: ['POST'], args, handle: write }),
];

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await serveRoutes({ routes, commands, consistencyTokenAt: async (position) => String(position) });
});
afterAll(() => rest.close());
beforeEach(() => {
  [done, joint] = [[], []];
});

const batch = (items: unknown, more: object = {}, as: Principal | undefined = editor) =>
  rest.ask('/internal/batch', { method: 'POST', json: { items, ...more }, ...(as === undefined ? {} : { as }) });

describe('a batch', () => {
  it('runs its items in the order of the list, each as its own request', async () => {
    const { status, body, headers } = await batch([
      { path: '/a/v1/things', body: { title: 'A' }, headers: { 'X-Custom_Header': ['x', 'y'] } },
      { path: '/a/v1/things/7?meta[k]=v&_fields=id,params', method: 'DELETE' },
    ]);
    expect([status, done, joint]).toEqual([200, ['POST  A', 'DELETE 7 '], [2]]);
    expect(body.responses[0]).toEqual({
      body: expect.objectContaining({ title: 'A', header: 'x, y' }),
      status: 201,
      headers: { Location: '/somewhere', Allow: 'GET, POST', ETag: expect.stringMatching(/^"1-/) },
    });
    expect(body.responses[1].body).toEqual({ id: 7, params: { meta: { k: 'v' }, _fields: 'id,params' } });
    expect(headers['x-almanac-told']).toBe('2');
  });

  it('serializes each answer once, before the next item runs, so that others get their turns in between', async () => {
    order = [];
    await batch([1, 2].map((id) => ({ path: `/a/v1/noting/${id}`, method: 'PUT' })));
    expect(order).toEqual(['runs 1', 'text 1', 'runs 2', 'text 2']);
  });

  it('lets one item fail alone', async () => {
    const { body } = await batch([
      { path: '/a/v1/things', body: { title: 'too long' } },
      { path: '/a/v1/nothing' },
      { path: '/a/v1/single' },
      { path: 'http://host:99999999/x' },
      { path: '/a/v1/things', body: { title: 'B' } },
    ]);
    expect(body.responses.map(({ status, body: { code }, headers }: never) => [status, code, headers])).toEqual([
      [400, 'rest_invalid_param', { Allow: 'GET, POST' }],
      [404, 'rest_no_route', []],
      [400, 'rest_batch_not_allowed', { Allow: 'POST' }],
      [400, 'parse_path_failed', []],
      [201, undefined, expect.anything()],
    ]);
    expect(done).toEqual(['POST  B']);
  });

  it.each<[string, object, number, string | undefined]>([
    ['a member with a name of the language', { path: '/a/v1/things?a[__proto__]=1' }, 400, 'rest_invalid_param'],
    [
      'too many parameters',
      { path: `/a/v1/things?${Array.from({ length: 1_001 }, (_, index) => `p${index}=1`).join('&')}` },
      400,
      'rest_too_many_params',
    ],
    ['too many levels', { path: `/a/v1/things?a${'[b]'.repeat(12)}=1` }, 400, 'rest_too_many_params'],
    ['too many fields', { path: `/a/v1/things?_fields=${'a,'.repeat(200)}` }, 400, 'rest_invalid_param'],
    ['fields that are too deep', { path: `/a/v1/things?_fields=${'a.'.repeat(7_000)}a` }, 400, 'rest_invalid_param'],
    ['an unknown language in the query', { path: '/a/v1/things?i18n_language=xx' }, 400, 'rest_invalid_param'],
    ['an unknown language in the body', { body: { i18n_language: ['en'] } }, 400, 'rest_invalid_param'],
    ['a value of the wrong type', { body: { title: { a: 1 } } }, 400, 'rest_invalid_param'],
    ['a path that is not encoded', { path: '/a/v1/%zz%F0%28' }, 404, 'rest_no_route'],
    ['a path with NUL', { path: '/a/v1/\0things%00' }, 404, 'rest_no_route'],
    ['a path with half a surrogate pair', { path: '/a/v1/\ud800' }, 404, 'rest_no_route'],
    ['a query that is not encoded', { path: '/a/v1/things?a=%zz&%F0%28=1' }, 201, undefined],
    ['a malformed precondition', { headers: { 'If-Match': 'x\n"\0' } }, 412, 'rest_precondition_failed'],
    [
      'a key that is too long',
      { headers: { 'Idempotency-Key': 'x'.repeat(300) } },
      400,
      'rest_invalid_idempotency_key',
    ],
    ['headers of objects’ members', { headers: JSON.parse('{"__proto__":"x","constructor":"y"}') }, 201, undefined],
  ])('answers an item with %s on its own, and runs the others', async (_name, item, status, code) => {
    const other = { path: '/a/v1/things', body: { title: 'B' } };
    const { body } = await batch([{ path: '/a/v1/things', ...item }, other]);
    expect(body.responses).toMatchObject([{ status, body: code === undefined ? {} : { code } }, { status: 201 }]);
    expect(done).toContain('POST  B');
    const checked = await batch([{ path: '/a/v1/things', ...item }, other], { dryRun: true });
    expect(checked.body.responses[1]).toBeNull();
    if (status === 404 || code === 'rest_too_many_params') expect(checked.body.responses[0]).toMatchObject({ status });
  });

  it('may be as large for a visitor as for others, since the gateway has measured it', async () => {
    const { status } = await batch([{ path: '/a/v1/things', body: { title: 'x'.repeat(300_000) } }], {}, undefined);
    expect(status).toBe(200);
  });

  it.each([
    ['/a/v1/things#top', 201],
    ['http:///a/v1/things', 400],
    ['///a/v1/things', 400],
    ['//a/v1/things', 404],
    ['?title=x', 404],
  ])('reads the path %s', async (path, status) => {
    expect((await batch([{ path }])).body.responses[0].status).toBe(status);
  });

  it('checks permission of each item when it runs', async () => {
    const { body } = await rest.ask('/internal/batch', { method: 'POST', json: { items: [{ path: '/a/v1/things' }] } });
    expect(body.responses[0]).toMatchObject({ status: 401, headers: { Allow: 'GET' } });
  });

  it('writes nothing when every item must be valid and one is not', async () => {
    const items = [
      { path: '/a/v1/things', body: { title: 'too long' } },
      { path: '/a/v1/things', body: { title: 'C' } },
    ];
    const { body } = await batch(items, { validation: 'require-all-validate' });
    expect(body).toEqual({
      failed: 'validation',
      responses: [{ body: expect.objectContaining({ code: 'rest_invalid_param' }), status: 400, headers: [] }, null],
    });
    expect(done).toEqual([]);
    expect((await batch(items.slice(1), { validation: 'require-all-validate' })).body.responses[0].status).toBe(201);
  });

  it('only validates in a dry run, without permissions', async () => {
    const { body } = await batch([{ path: '/a/v1/things' }, { path: '/a/v1/single' }], { dryRun: true }, undefined);
    expect(body).toMatchObject({ failed: 'validation', responses: [null, { status: 400, headers: [] }] });
    expect(done).toEqual([]);
  });

  it.each([
    [undefined, 'rest_missing_callback_param'],
    [[{ method: 'GET', path: '/a/v1/things' }], 'rest_invalid_param'],
    [[{ method: 'post', path: '/a/v1/things' }], 'rest_invalid_param'],
    [[{ body: {} }], 'rest_invalid_param'],
    [[5], 'rest_invalid_param'],
    [[{ path: '/x', body: 'text' }], 'rest_invalid_param'],
    [[{ path: '/x', headers: { a: 5 } }], 'rest_invalid_param'],
  ])('is refused as a whole if it has %j', async (items, code) => {
    const refused = await batch(items);
    expect([refused.status, refused.body.code]).toEqual([400, code]);
  });
});
