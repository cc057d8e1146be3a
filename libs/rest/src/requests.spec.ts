import { request as httpRequest } from 'node:http';
import type { Principal } from '@almanac/identity';
import { integer, list, object, type RestRequest, readArgs, route, text } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const show = async ({ args, given, captures, params, body, method }: RestRequest<object>) => ({
  body: { args, given: [...given], captures, params, body, method },
});
const base = { namespace: 'a/v1', summary: 'Shows what came' };

const routes = [
  route({
    ...base,
    path: '/things',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    args: {
      n: integer({ default: 7 }),
      when: text({ default: () => 'now' }),
      words: list(text()),
      tax: object({ terms: list(integer()) }),
      cleared: text({ nullable: true }),
      strict: text({ onNull: 'refuse' }),
      blank: list(integer({ minimum: 1 }), { blankAbsent: true }),
      secret: text({ queryOnly: true }),
    },
    handle: show,
  }),
  route({
    ...base,
    path: '/things/{id:\\d+}',
    methods: ['PUT'],
    args: { id: integer({ required: true }), slug: text() },
    handle: show,
  }),
  route({
    ...base,
    path: '/named/{slug}',
    methods: ['PUT'],
    args: { slug: text({ apartFromPath: true }) },
    handle: show,
  }),
  route({ ...base, path: '/small', methods: ['POST'], args: {}, bodyLimit: 10, handle: show }),
  route({
    ...base,
    path: '/raw',
    methods: ['POST'],
    args: {},
    body: 'raw',
    handle: async ({ stream }) => {
      let size = 0;
      for await (const chunk of stream ?? []) size += (chunk as Buffer).length;
      return { body: { size } };
    },
  }),
  route({
    ...base,
    path: '/file',
    methods: ['POST'],
    args: { n: integer({ default: 7 }) },
    body: 'file',
    handle: async ({ args, stream, body }) => {
      if (body !== undefined) return { body: { args } };
      let size = 0;
      for await (const chunk of stream ?? []) size += (chunk as Buffer).length;
      return { body: { size, read: readArgs({ n: integer({ default: 7 }) }, [{ n: '3' }]).args } };
    },
  }),
];

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await serveRoutes({ routes });
});
afterAll(() => rest.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('parameters', () => {
  it('have defaults, also computed ones, if they are missing', async () => {
    const { body } = await rest.ask('/a/v1/things');
    expect(body).toMatchObject({ args: { n: 7, when: 'now' }, given: [] });
  });

  it('are taken from the JSON body before the query', async () => {
    const { body } = await rest.ask('/a/v1/things?n=1&when=query', { method: 'POST', json: { n: '2', words: 'x,y' } });
    expect(body.args).toEqual({ n: 2, when: 'query', words: ['x', 'y'] });
    expect(body.given).toEqual(['n', 'when', 'words']);
  });

  it.each([
    ['half a pair', String.raw`a\ud83d`, 'a\ufffd'],
    ['the other half', String.raw`\uDE00b`, '\ufffdb'],
    ['halves in the wrong order', String.raw`\ude00\ud83d`, '\ufffd\ufffd'],
    ['a half before a pair', String.raw`\ud83d\ud83d\ude00`, '\ufffd\u{1f600}'],
    ['a pair', String.raw`\ud83d\ude00`, '\u{1f600}'],
    ['a backslash before the letters', String.raw`\\ud83d`, String.raw`\ud83d`],
    ['a half after a backslash', String.raw`\\\ud83d`, '\\\ufffd'],
  ])('have U+FFFD for each half of a surrogate pair in JSON: %s', async (_, written, read) => {
    const sent = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"${written}":"${written}"}`,
    };
    expect((await rest.ask('/a/v1/things', sent)).body.params).toEqual({ [read]: read });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('are taken from the form body of %s before the query', async (method) => {
    const sent = { method, headers: form, body: 'n=2&tax[terms][]=3&tax[terms][]=4' };
    const { body } = await rest.ask('/a/v1/things?n=1', sent);
    expect(body).toMatchObject({ method, args: { n: 2, tax: { terms: [3, 4] } } });
  });

  it('are taken from a form without content type too, and from the fields of a multipart body', async () => {
    expect((await rest.ask('/a/v1/things', { method: 'PUT', body: 'n=3' })).body.args.n).toBe(3);
    const multipart = ['--b', 'content-disposition: form-data; name="words[]"', '', 'x y', '--b--', ''].join('\r\n');
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expect((await rest.ask('/a/v1/things', { method: 'POST', headers, body: multipart })).body.args.words).toEqual([
      'x y',
    ]);
  });

  it('are not taken from a form sent with GET, but from JSON', async () => {
    expect((await rest.ask('/a/v1/things', { headers: form, body: 'n=3' })).body.args.n).toBe(7);
    expect((await rest.ask('/a/v1/things', { json: { n: 3 } })).body.args.n).toBe(3);
  });

  it.each(['GET', 'POST'])('are taken by %s from the query alone if their declaration says so', async (method) => {
    const ask = (query: string) => rest.ask(`/a/v1/things${query}`, { method, json: { secret: 'body' } });
    expect((await ask('')).body.args).not.toHaveProperty('secret');
    expect((await ask('?secret=query')).body).toMatchObject({ args: { secret: 'query' }, given: ['secret'] });
  });

  it('are taken from the path, whatever body and query say', async () => {
    const beyond = await rest.ask('/a/v1/things/99999999999999999999', { method: 'PUT', json: { slug: 's' } });
    expect(beyond.body.args.id).toBe(Number.MAX_SAFE_INTEGER);
    const { body } = await rest.ask('/a/v1/things/3?id=4', { method: 'PUT', json: { id: 5, slug: 's' } });
    expect(body).toMatchObject({ args: { id: 3, slug: 's' }, captures: { id: '3' }, given: ['slug'] });
  });

  it('may share a name with the path and stay apart from it', async () => {
    const { body } = await rest.ask('/a/v1/named/old%20name', { method: 'PUT', json: { slug: 'new' } });
    expect(body).toMatchObject({ args: { slug: 'new' }, captures: { slug: 'old name' } });
  });

  it('are missing if they are null, unless they accept or refuse it', async () => {
    const { body } = await rest.ask('/a/v1/things', { method: 'POST', json: { n: null, cleared: null } });
    expect(body).toMatchObject({ args: { n: 7, cleared: null }, given: ['cleared'] });
    const query = await rest.ask('/a/v1/things?n=1', { method: 'POST', json: { n: null } });
    expect(query.body.args.n).toBe(1);
    const refused = await rest.ask('/a/v1/things', { method: 'POST', json: { strict: null } });
    expect(refused.body.data.details.strict.code).toBe('rest_invalid_type');
  });

  it('may be missing if they are the empty text', async () => {
    expect((await rest.ask('/a/v1/things?blank=')).body.given).toEqual([]);
  });

  it('are shown to handlers beyond the declared ones', async () => {
    const { body } = await rest.ask('/a/v1/things?undeclared=1', { method: 'POST', json: { more: 2 } });
    expect(body).toMatchObject({ params: { undeclared: '1', more: 2 }, body: { more: 2 } });
  });
});

describe('JSON bodies', () => {
  const post = (type: string, body: string | Uint8Array) =>
    rest.ask('/a/v1/things', { method: 'POST', headers: { 'content-type': type }, body });

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/ld+json', 'application/json+oembed'])(
    'are read as %s',
    async (type) => expect((await post(type, '{"n":9}')).body.args.n).toBe(9),
  );
  it.each(['application/nojson', 'application/no.json'])('are not read as %s', async (type) => {
    expect((await post(type, '{"n":9}')).body.args.n).toBe(7);
  });
  it.each(['text/plain', 'application/x-www-form-urlencoded'])('are recognised, and refused, as %s', async (type) => {
    const { status, body } = await post(type, ' {"n":9}\n');
    expect([status, body.code, body.message]).toEqual([
      400,
      'rest_invalid_content_type',
      `The body is JSON, but its Content-Type is “${type}”: send it as application/json.`,
    ]);
    for (const other of ['{n}', 'n=9', '[9]', '{"n":9', ''])
      expect((await post(type, other)).body.code).not.toBe('rest_invalid_content_type');
  });
  it('are refused if they are malformed, with the decoder’s number', async () => {
    const refused = await post('application/json', '{"n": ');
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'rest_invalid_json',
      data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
    });
    expect((await post('application/json', Buffer.from([0x22, 0xff, 0x22]))).body.data.json_error_code).toBe(5);
    expect((await post('application/json', `${'['.repeat(200)}${']'.repeat(200)}`)).body.data.json_error_code).toBe(1);
  });
  it.each(['', '[]', ' [ ] ', 'null'])('may be empty: %s', async (json) => {
    expect((await post('application/json', json)).status).toBe(200);
  });
  it.each(['"text"', '[1, 2]', '[null]', '7', '""'])('are refused if they are no object: %s', async (json) => {
    const { status, body } = await post('application/json', json);
    expect([status, body.code]).toEqual([400, 'rest_invalid_body']);
  });
  it.each([
    ['members', JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, count) => [`m${count}`, 1])))],
    ['entries of a list', JSON.stringify({ undeclared: Array(1_001).fill(1) })],
    ['members further down', JSON.stringify({ undeclared: [{ a: Array(1_001).fill(1) }] })],
    ['values in all', JSON.stringify({ undeclared: Array(30).fill(Array(900).fill(1)) })],
  ])('are refused if they have too many %s', async (_what, json) => {
    const { status, body } = await post('application/json', json);
    expect([status, body.code]).toEqual([400, 'rest_too_many_params']);
  });
});

describe('bodies of untrusted clients', () => {
  const json = { 'content-type': 'application/json' };
  const sized = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes) });
  it('have at most 256 KiB from visitors', async () => {
    const post = (bytes: number, as?: Principal) =>
      rest.ask('/a/v1/things', { method: 'POST', headers: json, body: sized(bytes), ...(as && { as }) });
    expect((await post(250_000)).status).toBe(200);
    expect((await post(263_000)).status).toBe(413);
    expect((await post(263_000, { kind: 'user', id: 1, login: 'ada', roles: ['author'] })).status).toBe(200);
  });
  it('have at most 2 MiB from users, and 8 MiB from administrators', async () => {
    const statusOf = async (bytes: number, role: 'administrator' | 'editor') => {
      const as: Principal = { kind: 'user', id: 1, login: 'ada', roles: [role] };
      return (await rest.ask('/a/v1/things', { method: 'POST', headers: json, body: sized(bytes), as })).status;
    };
    expect(await statusOf(2_090_000, 'editor')).toBe(200);
    expect(await statusOf(2_100_000, 'editor')).toBe(413);
    expect(await statusOf(2_100_000, 'administrator')).toBe(200);
    expect(await statusOf(8_400_000, 'administrator')).toBe(413);
  });
  it('have at most 64 KiB with GET', async () => {
    const get = (bytes: number) => rest.ask('/a/v1/things', { headers: json, body: sized(bytes) });
    expect((await get(64_000)).status).toBe(200);
    expect((await get(66_000)).status).toBe(413);
  });
});

describe('bodies', () => {
  it('have a limit, announced or not', async () => {
    const large = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(11) };
    const refused = await rest.ask('/a/v1/small', large);
    expect([refused.status, refused.body.code]).toEqual([413, 'rest_payload_too_large']);
    const chunked = await new Promise<number | undefined>((resolve) => {
      const sent = httpRequest({ port: rest.port, path: '/a/v1/small', method: 'POST' }, (response) =>
        resolve(response.resume().statusCode),
      );
      sent.write('x'.repeat(8));
      sent.end('x'.repeat(8));
    });
    expect(chunked).toBe(413);
  });
  it('leave the answer readable if they are much too large', async () => {
    for (let tries = 0; tries < 3; tries++) {
      const { status } = await rest.ask('/a/v1/small', { method: 'POST', body: 'x'.repeat(8_000_000) });
      expect(status).toBe(413);
    }
  });
  it('are not accepted compressed', async () => {
    const sent = { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: 'x' };
    expect((await rest.ask('/a/v1/small', sent)).status).toBe(415);
  });
  it('can be left to the handler as a stream', async () => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"broken' };
    expect((await rest.ask('/a/v1/raw', sent)).body).toEqual({ size: 8 });
  });
  it('can be left to the handler if they contain a file, and are read otherwise', async () => {
    const post = (headers: Record<string, string>, body: string) =>
      rest.ask('/a/v1/file?n=2', { method: 'POST', headers, body }).then((answer) => answer.body);
    const json = { 'content-type': 'application/json' };
    const named = { ...json, 'content-disposition': 'attachment; filename=a.txt' };
    const asFile = { size: 8, read: { n: 3 } };
    expect(await post(json, '{"n": 5}')).toEqual({ args: { n: 5 } });
    expect((await post(json, '{"broken')).code).toBe('rest_invalid_json');
    expect(await post(named, '{"broken')).toEqual(asFile);
    expect(await post({ 'content-type': 'image/png' }, '{"broken')).toEqual(asFile);
    expect(await post({ 'content-type': 'multipart/form-data; boundary=b' }, '{"broken')).toEqual(asFile);
  });
});

describe('method override', () => {
  it('is applied to POST alone, from the query before the header', async () => {
    const header = { 'x-http-method-override': 'patch' };
    expect((await rest.ask('/a/v1/things', { method: 'POST', headers: header })).body.method).toBe('PATCH');
    const both = await rest.ask('/a/v1/things?_method=put', { method: 'POST', headers: header });
    expect(both.body.method).toBe('PUT');
    expect((await rest.ask('/a/v1/things?_method=DELETE', { headers: header })).body.method).toBe('GET');
  });
});
