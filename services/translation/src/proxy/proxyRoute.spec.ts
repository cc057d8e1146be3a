import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { httpServices } from '../remote/httpServices.ts';
import { type Asking, serveTranslation, startOfSpecs, type TestService, usersOfRoles } from '../testing.contract.ts';

const KEY = 'the key of both sides, 32 letters';
const now = () => new Date(startOfSpecs);
const PATH = '/i18n/ate/v1/ate/proxy';

let asked: { readonly line: string; readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[];
let answer: { readonly status: number; readonly type: string; readonly body: string } | 'silence';
let service: FakeService;
let origin: string;
let served: TestService;

beforeAll(async () => {
  service = await startFakeServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({
      line: `${request.method} ${request.url}`,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    if (answer === 'silence') response.destroy();
    else response.writeHead(answer.status, { 'content-type': answer.type, 'set-cookie': 'a=b' }).end(answer.body);
  });
  origin = `http://127.0.0.1:${service.port}`;
  const address = `${origin}/engine`;
  const remote = httpServices({ address, key: KEY, now });
  served = await serveTranslation({}, usersOfRoles, { remote, publicUrl: undefined, restPrefix: 'json' });
});
afterAll(async () => {
  await served.stop();
  await service.close();
});
beforeEach(() => {
  served.advance(61_000);
  [asked, answer] = [[], { status: 200, type: 'application/json', body: '{"fine":true}' }];
});

const passing = (more: object = {}) => ({
  url: `${origin}/engine/v1/jobs`,
  method: 'POST',
  headers: { accept: 'application/json' },
  ...more,
});
const pass = (more: object = {}, asking: Asking = {}) => served.ask('POST', PATH, { body: passing(more), ...asking });

describe('the proxy', () => {
  it('passes method, address and body on, and nothing about the caller', async () => {
    const headers = { cookie: 'session=1', authorization: 'Basic eDp5', 'x-forwarded-for': '10.0.0.1' };
    const sent = { ...headers, host: 'inner.test', 'x-engine-key': 'forged' };
    const {
      status,
      headers: answered,
      body,
    } = await pass({ query: { page: 2 }, body: { a: [1] }, headers: sent }, { headers });
    expect([status, body, answered.get('set-cookie')]).toEqual([200, { fine: true }, null]);
    const [{ line, headers: passed, body: passedBody }] = asked as [(typeof asked)[0] & object];
    expect([line, passedBody]).toEqual(['POST /engine/v1/jobs?page=2', '{"a":[1]}']);
    expect(passed['x-engine-key']).toBe('operator');
    expect(passed.host).toBe(`127.0.0.1:${service.port}`);
    for (const name of ['cookie', 'authorization', 'x-forwarded-for', 'x-almanac-principal'])
      expect(passed[name]).toBeUndefined();
  });

  it('accepts missing headers as clients in PHP write them', async () => {
    expect((await pass({ headers: [] })).status).toBe(200);
    expect((await pass({ headers: ['accept'] })).body.code).toBe('missing_required_parameters');
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('passes %s on', async (method) => {
    const members = { url: `${origin}/engine/v1/x`, method, 'headers[accept]': 'application/json' };
    const { status } = await served.ask(method, `${PATH}?${new URLSearchParams(members)}`);
    expect([status, asked[0]?.line]).toEqual([200, `${method} /engine/v1/x`]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost:9200/',
    'https://engine.example.evil.test/engine/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'nothing',
    '/engine/v1/jobs',
  ])('reaches no other origin: %s', async (url) => {
    const { status, body } = await pass({ url });
    expect([status, body.code, asked]).toEqual([400, 'invalid_url', []]);
  });

  it.each(['/engines/v1', '/engine', '/engine/../v1', '/engine/%2e%2e/v1', '/engine/v1#a', '/'])(
    'reaches no other path: %s',
    async (path) => {
      const { status, body } = await pass({ url: `${origin}${path}` });
      expect([status, body.code, asked]).toEqual([400, 'invalid_url', []]);
    },
  );

  it('accepts no credentials within an address', async () => {
    const { body } = await pass({ url: `http://a:b@127.0.0.1:${service.port}/engine/v1` });
    expect([body.code, asked]).toEqual(['invalid_url', []]);
  });

  it.each<[string, object | undefined, string]>([
    ['nothing', undefined, 'endpoint_without_parameters'],
    ['what it does not know', { i18n_language: 'en' }, 'endpoint_without_parameters'],
    ['no method', { url: 'https://ate.example.test/api' }, 'missing_required_parameters'],
    [
      'headers that are none',
      { url: 'https://a.test/', method: 'POST', headers: 'accept' },
      'missing_required_parameters',
    ],
    ['an address that is none', { url: {}, method: 'POST', headers: {} }, 'missing_required_parameters'],
    ['another method', { url: 'https://a.test/', method: 'GET', headers: {} }, 'invalid_method'],
    ['a method of objects', { url: 'https://a.test/', method: { a: 1 }, headers: {} }, 'invalid_method'],
  ])('refuses %s', async (_what, body, code) => {
    const answered = await served.ask('POST', PATH, { body });
    expect([answered.status, answered.body.code]).toEqual([400, code]);
  });

  it('passes refusals on, and no faults', async () => {
    answer = { status: 422, type: 'application/json; charset=utf-8', body: '{"errors":[]}' };
    const handed = await pass();
    expect([handed.status, handed.body]).toEqual([422, { errors: [] }]);
    answer = { status: 402, type: 'application/json', body: '{"credit":0}' };
    expect(await pass()).toMatchObject({ status: 402, body: { credit: 0 } });
    answer = { status: 204, type: '', body: '' };
    expect(await pass()).toMatchObject({ status: 204, body: undefined });
    for (const fault of [
      { status: 500, type: 'application/json', body: '{"secret":1}' },
      { status: 200, type: 'text/html', body: '<script>' },
      { status: 302, type: 'application/json', body: '{}' },
    ]) {
      answer = fault;
      const { status, body } = await pass();
      expect([status, body.code]).toEqual([502, 'i18n_remote_error']);
    }
    answer = 'silence';
    expect((await pass()).status).toBe(503);
  });

  it('is limited to 60 requests a minute for a user', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await pass()).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });

  it('accepts no more than 1 MiB', async () => {
    const { status } = await pass({ body: 'x'.repeat(1_100_000) });
    expect([status, asked]).toEqual([413, []]);
  });
});
