import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DomainError } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import { restErrors } from './errors.ts';
import { CombinedError, integer, invalid, invalidParams, type Route, route, text } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const editor: Principal = { kind: 'user', id: 2, login: 'e', roles: ['editor'] };
const get = (path: string, handle: Route['handle']): Route =>
  route({ namespace: 'a/v1', path, methods: ['GET'], summary: 'Answers', args: {}, handle });
const fails = (path: string, error: unknown): Route => get(path, () => Promise.reject(error));
const coded = (code: string) => Object.assign(new Error('E11000 secret of the database'), { code });

const logged: object[] = [];
const warned: object[] = [];
/** Milliseconds by which the clock of the service is ahead. */
let lead = 0;
const longRecord = {
  id: 2,
  title: { raw: '"ä' },
  content: { raw: '"'.repeat(90_000), rendered: '', parts: [] },
  meta: {},
};
const routes = [
  get('/record', async () => ({
    body: { id: 1, title: { raw: 'a', rendered: 'b' } },
    version: { stream: 'thing-1', version: 3 },
  })),
  get('/long', async () => ({ body: longRecord, version: { stream: 'thing-2', version: 1 } })),
  get('/list', async () => ({
    body: [{ id: 1, n: 2 }],
    headers: { 'x-core-total': '12', 'X-Core-TotalPages': 2, link: ['<a>', '<b>'] },
  })),
  get('/odd', async () => ({ body: {}, headers: { Location: '/café/\nx' } })),
  get('/nothing', async () => ({ body: null, status: 204 })),
  get('/file', async () => ({ body: Buffer.from('<x/>'), contentType: 'text/xml' })),
  get('/stream', async () => ({ body: Readable.from(['a', 'b']), contentType: 'text/plain' })),
  route({
    namespace: 'a/v1',
    path: '/strict',
    methods: ['GET'],
    summary: 'Strict',
    args: {
      a: integer({ required: true }),
      b: text({ required: true }),
      c: integer({ minimum: 3 }),
      d: text({ enum: ['x'] }),
    },
    handle: async () => ({ body: {} }),
  }),
  route({
    namespace: 'a/v1',
    path: '/signed',
    methods: ['GET'],
    summary: 'For users',
    args: { a: integer({ required: true }) },
    permission: ({ principal }) => principal.kind === 'user',
    handle: async () => ({ body: {} }),
  }),
  fails('/refused', new DomainError('event-gone', 410, 'Gone is {what}.', { params: { what: 'it' }, data: { id: 7 } })),
  fails('/together', new CombinedError(new DomainError('one', 400, 'One'), [new DomainError('two', 403, 'Two')])),
  fails(
    '/reference',
    invalidParams({
      venue: 'No such venue.',
      status: invalid('Not yours.', 'rest_forbidden_status', {}, { status: 401 }),
    }),
  ),
  fails('/unknown', new Error('password=hunter2')),
  fails('/outcome', coded('outcome-unknown')),
  fails('/down', coded('store-unavailable')),
  fails('/keyless', Object.assign(new Error('SECRETS_KEY is not set'), { code: 'secrets-key-missing' })),
  fails('/interrupted', restErrors.requestAborted({ status: 503 })),
  fails('/full/file', coded('ENOSPC')),
  fails('/full/quota', coded('EDQUOT')),
  fails('/full/sqlite', Object.assign(coded('ERR_SQLITE_ERROR'), { errcode: 13 })),
  fails('/full/mongodb', Object.assign(new Error('full'), { code: 14_031 })),
  fails(
    '/full/store',
    Object.assign(coded('store-unavailable'), { cause: Object.assign(coded('x'), { errcode: 13 }) }),
  ),
  fails('/taken', coded('key-taken')),
  fails('/unstorable', coded('unstorable')),
  fails('/changes', coded('commit-too-large')),
  fails('/large', coded('document-too-large')),
  get('/endless', async () => ({ body: { n: 1n } })),
];

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await serveRoutes({
    routes,
    now: () => new Date(Date.now() + lead),
    log: { error: (details) => void logged.push(details), warn: (details) => void warned.push(details) },
  });
});
afterAll(() => rest.close());

describe('errors', () => {
  it('name missing arguments before invalid ones', async () => {
    const { status, body } = await rest.ask('/a/v1/strict?c=1');
    expect([status, body]).toEqual([
      400,
      {
        code: 'rest_missing_callback_param',
        message: 'Missing parameter(s): a, b',
        data: { status: 400, params: ['a', 'b'] },
      },
    ]);
  });
  it('ask a visitor for credentials together with missing arguments', async () => {
    const [visitor, user] = [await rest.ask('/a/v1/signed'), await rest.ask('/a/v1/signed', { as: editor })];
    expect(visitor.body).toMatchObject({
      code: 'rest_missing_callback_param',
      message: expect.stringMatching(/^Missing parameter\(s\): a\. .* the request has no credentials either\.$/),
    });
    expect(user.body.message).toBe('Missing parameter(s): a');
  });
  it('name the reason and the remedy of a 503 in the log, once a minute', async () => {
    const keyless = async () => {
      expect((await rest.ask('/a/v1/keyless')).body).toMatchObject({ code: 'rest_unavailable' });
      return warned.splice(0);
    };
    warned.length = 0;
    expect(await keyless()).toEqual([
      expect.objectContaining({
        err: expect.objectContaining({ message: 'SECRETS_KEY is not set' }),
        code: 'rest_unavailable',
        remedy: expect.stringContaining('keys of secrets'),
        path: '/a/v1/keyless',
        unlogged: 0,
      }),
    ]);
    expect([await keyless(), await keyless()]).toEqual([[], []]);
    lead += 60_000;
    expect(await keyless()).toEqual([expect.objectContaining({ unlogged: 2 })]);
  });
  it('log nothing about a client that has gone', async () => {
    warned.length = 0;
    await rest.ask('/a/v1/interrupted');
    expect(warned).toEqual([]);
  });
  it('name every invalid argument', async () => {
    const { body } = await rest.ask('/a/v1/strict?a=x&b=1&c=1&d=y');
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): a, c, d',
      data: {
        status: 400,
        params: { a: 'a is not of type integer.', c: 'c must be at least 3.', d: 'd is not one of x.' },
        details: { a: { code: 'rest_invalid_type', message: 'a is not of type integer.', data: { param: 'a' } } },
      },
    });
  });
  it('carry code, filled text and data of the domain', async () => {
    const { status, body } = await rest.ask('/a/v1/refused');
    expect([status, body]).toEqual([410, { code: 'event-gone', message: 'Gone is it.', data: { status: 410, id: 7 } }]);
  });
  it('may arrive several together, and the first decides the status', async () => {
    const { status, body } = await rest.ask('/a/v1/together');
    expect([status, body.additional_errors]).toEqual([400, [{ code: 'two', message: 'Two', data: { status: 403 } }]]);
  });
  it('may refuse an argument because of stored data', async () => {
    const { body } = await rest.ask('/a/v1/reference');
    expect(body.data).toMatchObject({
      params: { venue: 'No such venue.', status: 'Not yours.' },
      details: { status: { code: 'rest_forbidden_status', data: { status: 401 } } },
    });
  });
  it('speak the language of the request', async () => {
    const { body } = await rest.ask('/a/v1/strict', { headers: { 'x-almanac-language': 'fr-ca' } });
    expect(body.message).toBe('Paramètre(s) manquant(s) : a, b');
  });
  it('are 500 without detail if they are unforeseen, and logged with the request', async () => {
    const { status, text, body } = await rest.ask('/a/v1/unknown', { headers: { 'x-almanac-request': 'r-1' } });
    expect([status, body.code, text.includes('hunter2')]).toEqual([500, 'internal_error', false]);
    expect(logged).toContainEqual(expect.objectContaining({ requestId: 'r-1', path: '/a/v1/unknown' }));
    expect((await rest.ask('/a/v1/endless')).status).toBe(500);
  });
  it.each([
    ['/outcome', 503, 'rest_outcome_unknown', undefined],
    ['/down', 503, 'rest_unavailable', '2'],
    ['/full/file', 503, 'rest_storage_full', '2'],
    ['/full/quota', 503, 'rest_storage_full', '2'],
    ['/full/sqlite', 503, 'rest_storage_full', '2'],
    ['/full/mongodb', 503, 'rest_storage_full', '2'],
    ['/full/store', 503, 'rest_storage_full', '2'],
    ['/taken', 409, 'rest_conflict', undefined],
    ['/unstorable', 400, 'rest_cannot_be_stored', undefined],
    ['/changes', 413, 'rest_payload_too_large', undefined],
    ['/large', 413, 'rest_content_too_large', undefined],
  ])('follow from the store: %s is %i %s', async (path, status, code, retry) => {
    const answered = await rest.ask(`/a/v1${path}`);
    expect([answered.status, answered.body.code, answered.headers['retry-after']]).toEqual([status, code, retry]);
    expect(answered.text).not.toContain('database');
  });
  it('are 401 for forged or old principals', async () => {
    const forged = await rest.ask('/a/v1/list', { headers: { 'x-almanac-principal': 'e30.AAAA' } });
    expect([forged.status, forged.body.code]).toEqual([401, 'rest_invalid_principal']);
  });
});

describe('answers', () => {
  it('are JSON and name the allowed methods', async () => {
    const { headers } = await rest.ask('/a/v1/record', { as: editor });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      allow: 'GET',
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });
  it('have no body for HEAD, and the headers of GET', async () => {
    const [head, read] = await Promise.all([rest.ask('/a/v1/record', { method: 'HEAD' }), rest.ask('/a/v1/record')]);
    expect([head.status, head.text, read.text.length]).toEqual([200, '', Number(head.headers['content-length'])]);
    expect({ ...head.headers, date: '' }).toEqual({ ...read.headers, date: '' });
  });
  it('may be filtered by members, unless they are errors', async () => {
    expect((await rest.ask('/a/v1/record?_fields=title.raw')).body).toEqual({ title: { raw: 'a' } });
    expect((await rest.ask('/a/v1/record?_fields[x]=title.raw')).body).toEqual({ title: { raw: 'a' } });
    expect((await rest.ask('/a/v1/refused?_fields=data')).body.code).toBe('event-gone');
  });
  it.each(['GET', 'OPTIONS'])('refuse _fields with members that are too deep or too many: %s', async (method) => {
    const deep = await rest.ask(`/a/v1/record?_fields=${'a.'.repeat(7_000)}a`, { method });
    expect(deep).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { _fields: expect.stringContaining('10 levels') } } },
    });
    const many = await rest.ask(`/a/v1/record?_fields=${'a,'.repeat(101)}`, { method });
    expect(many).toMatchObject({
      status: 400,
      body: { data: { details: { _fields: { code: 'rest_too_many_items' } } } },
    });
  });
  it('may come in an envelope', async () => {
    const list = await rest.ask('/a/v1/list?_envelope');
    expect(list.body).toEqual({
      body: [{ id: 1, n: 2 }],
      status: 200,
      headers: {
        'Content-Language': 'en',
        'X-Core-Total': 12,
        'X-Core-TotalPages': 2,
        Link: '<a>, <b>',
        Allow: 'GET',
      },
    });
    expect([list.headers.allow, list.headers['x-core-total']]).toEqual([undefined, undefined]);
    const refused = await rest.ask('/a/v1/none?_envelope');
    expect([refused.status, refused.body]).toEqual([
      200,
      { body: expect.objectContaining({ code: 'rest_no_route' }), status: 404, headers: [] },
    ]);
  });
  it('may be pretty, or a script', async () => {
    expect((await rest.ask('/a/v1/list?_pretty')).text).toContain('\n    ');
    const script = await rest.ask('/a/v1/list?_jsonp=a.b&_fields=id');
    expect([script.text, script.headers['content-type']]).toEqual([
      '/**/a.b([{"id":1}])',
      'application/javascript; charset=UTF-8',
    ]);
    expect((await rest.ask('/a/v1/list?_jsonp=')).body).toEqual([{ id: 1, n: 2 }]);
    const refused = await rest.ask('/a/v1/list?_jsonp=alert(1)');
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: 'rest_callback_invalid', message: expect.any(String), data: { status: 400 } },
    ]);
  });
  it('percent-encode characters that headers cannot hold', async () => {
    expect((await rest.ask('/a/v1/odd')).headers.location).toBe('/caf%C3%A9/%0Ax');
  });
  it('may be empty, bytes or a stream', async () => {
    expect((await rest.ask('/a/v1/nothing')).text).toBe('');
    const file = await rest.ask('/a/v1/file');
    expect([file.text, file.headers['content-type']]).toEqual(['<x/>', 'text/xml']);
    expect((await rest.ask('/a/v1/stream')).text).toBe('ab');
  });
});

describe('conditional requests', () => {
  it('have the same JSON and ETag for a long record, whose JSON is made in pieces', async () => {
    const { text, headers } = await rest.ask('/a/v1/long');
    expect(text).toBe(JSON.stringify(longRecord));
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect(headers.etag).toContain(hash('sha1', text, 'base64url').slice(0, 20));
    const again = await rest.ask('/a/v1/long', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('compare single records by a strong ETag of version and content, and answer 304 to a match', async () => {
    const { etag } = (await rest.ask('/a/v1/record')).headers;
    expect(etag).toMatch(/^"3-[\w-]+"$/);
    expect((await rest.ask('/a/v1/record?_fields=id')).headers.etag).not.toBe(etag);
    const again = await rest.ask('/a/v1/record', { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    expect((await rest.ask('/a/v1/record', { headers: { 'if-none-match': '"3-other"' } })).status).toBe(200);
  });
  it('are ignored for lists and errors', async () => {
    expect((await rest.ask('/a/v1/list')).headers.etag).toBeUndefined();
    expect((await rest.ask('/a/v1/refused')).headers.etag).toBeUndefined();
  });
});
