import { type IncomingHttpHeaders, type IncomingMessage, type RequestListener, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { anonymous, sessionNonce } from '@almanac/identity';
import {
  basic,
  FakeCore,
  FakeService,
  type GatewayUnderTest,
  NOW,
  SECRET,
  startWithServices,
} from './testing/fakeServices.ts';

const core = new FakeCore();
const calendar = new FakeService('cal/events/v1');
let site: GatewayUnderTest;

const EVENTS = '/en/json/cal/events/v1/events';
const JSON_TYPE = 'application/json; charset=UTF-8';
const TEXT = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, title: `Event ${id} on the river` })));
const TAG = '"7-abc-def"';

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const open = (path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    send(`${site.origin}${path}`, { method, headers }, resolve).on('error', reject).end();
  });

const ask = async (path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<RawAnswer> => {
  const answer = await open(path, headers, method);
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
};

const textOf = ({ headers, body }: RawAnswer): string => {
  const coding = headers['content-encoding'];
  return (coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body).toString();
};

/** Answers as a service does: with a tag, conditionally, with a length. */
const answering =
  (headers: Readonly<Record<string, string>> = {}, text = TEXT): RequestListener =>
  (request, response) => {
    const own = { 'content-type': JSON_TYPE, etag: TAG, ...headers };
    if (request.headers['if-none-match']?.includes(TAG)) return void response.writeHead(304, { etag: TAG }).end();
    response.writeHead(200, { ...own, 'content-length': Buffer.byteLength(text) });
    response.end(request.method === 'HEAD' ? undefined : text);
  };

beforeAll(async () => {
  site = await startWithServices({ core, calendar }, { allowPlainPasswords: true });
});
afterAll(() => site.stop());
beforeEach(() => {
  calendar.answer = answering();
  core.answer = answering();
});

describe('a text', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['BR ; Q=0.3', 'br'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['deflate, zstd', undefined],
    ['br;q=high', undefined],
    ['', undefined],
  ])('has, for a client that accepts %j, the coding %s', async (accepted, coding) => {
    const answer = await ask(EVENTS, { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(textOf(answer)).toBe(TEXT);
    expect(answer.headers.vary).toBe('Origin, Accept-Encoding');
  });

  it('is compressed to a fraction of its size, and without a length that is not its own', async () => {
    for (const coding of ['br', 'gzip']) {
      const { body, headers } = await ask(EVENTS, { 'accept-encoding': coding });
      expect(body.length).toBeLessThan(TEXT.length / 5);
      expect(headers['content-length']).toBeUndefined();
    }
  });

  it('is sent as it is to a client that names no coding', async () => {
    const { headers, body } = await ask(EVENTS, {});
    expect([headers['content-encoding'], headers['content-length'], headers.etag]).toEqual([
      undefined,
      String(TEXT.length),
      TAG,
    ]);
    expect(body.toString()).toBe(TEXT);
  });

  it.each([
    'text/html; charset=UTF-8',
    'text/calendar; charset=UTF-8',
    'text/csv',
    'application/javascript; charset=UTF-8',
    'application/rss+xml',
    'application/xliff+xml',
    'image/svg+xml',
  ])('is compressed if its type is %s', async (type) => {
    calendar.answer = answering({ 'content-type': type });
    expect((await ask(EVENTS, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
  });

  it('is compressed as a page and as a media file', async () => {
    core.answer = answering({ 'content-type': 'text/plain; charset=UTF-8' });
    for (const path of ['/', '/uploads/2026/07/notes.txt'])
      expect((await ask(path, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
  });

  it('is compressed as the error page of a missing page', async () => {
    core.answer = (_request, response) => void response.writeHead(404, { 'content-type': JSON_TYPE }).end('{}');
    const [plain, coded] = [await ask('/nowhere', {}), await ask('/nowhere', { 'accept-encoding': 'br' })];
    expect([plain.status, coded.status, coded.headers['content-encoding']]).toEqual([404, 404, 'br']);
    expect(textOf(coded)).toBe(plain.body.toString());
  });

  it('is compressed, with a length, if the gateway itself makes it', async () => {
    for (const path of ['/en/json/', '/en/json/openapi.json']) {
      const plain = await ask(path, {});
      const coded = await ask(path, { 'accept-encoding': 'br' });
      expect(coded.headers).toMatchObject({
        'content-encoding': 'br',
        'content-length': String(coded.body.length),
        vary: expect.stringMatching(/\bAccept-Encoding$/),
        link: plain.headers.link,
      });
      expect(coded.body.length).toBeLessThan(plain.body.length);
      expect(textOf(coded)).toBe(plain.body.toString());
    }
  });

  it('reaches no client as a whole one if its service breaks it off', async () => {
    calendar.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': JSON_TYPE });
      response.write(TEXT);
      setImmediate(() => response.destroy());
    };
    await expect(ask(EVENTS, { 'accept-encoding': 'br' })).rejects.toThrow();
  });
});

describe('an answer', () => {
  it.each<[string, Record<string, string>, string]>([
    ['is short', {}, '{"id":1}'],
    ['is a picture', { 'content-type': 'image/webp' }, TEXT],
    ['is an archive', { 'content-type': 'application/zip' }, TEXT],
    ['is compressed already', { 'content-encoding': 'gzip' }, TEXT],
    ['has `no-transform`', { 'cache-control': 'public, no-transform' }, TEXT],
  ])('is sent as it is, to everybody, if it %s', async (_case, headers, text) => {
    calendar.answer = answering(headers, text);
    const answer = await ask(EVENTS, { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe(headers['content-encoding']);
    expect(answer.headers).toMatchObject({ etag: TAG, vary: 'Origin' });
    expect(answer.body.toString()).toBe(text);
  });

  it('is never compressed if it is an event stream, so that each event arrives at once', async () => {
    calendar.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${TEXT}\n\n`);
    };
    const answer = await open(EVENTS, { 'accept-encoding': 'br', accept: 'text/event-stream' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    const [chunk] = await answer.take(1).toArray();
    expect(String(chunk)).toMatch(/^data: /);
    answer.destroy();
  });

  it('has the headers of GET if the method is HEAD', async () => {
    for (const path of [EVENTS, '/en/json/']) {
      const get = await ask(path, { 'accept-encoding': 'br' });
      const head = await ask(path, { 'accept-encoding': 'br' }, 'HEAD');
      expect(head.headers).toMatchObject({
        'content-encoding': 'br',
        ...(get.headers.etag && { etag: get.headers.etag }),
      });
      expect(head.headers['content-length'] ?? get.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.body.length).toBe(0);
    }
  });

  it('is sent as it is to a request for a part', async () => {
    core.answer = (_request, response) =>
      void response
        .writeHead(206, { 'content-type': 'text/plain', 'content-range': 'bytes 0-1999/9999', etag: TAG })
        .end(TEXT.slice(0, 2_000));
    const headers = { 'accept-encoding': 'br', range: 'bytes=0-1999' };
    const part = await ask('/uploads/2026/07/notes.txt', headers);
    expect([part.status, part.headers['content-encoding'], part.headers.etag]).toEqual([206, undefined, TAG]);
    core.answer = answering({ 'content-type': 'text/plain', 'accept-ranges': 'bytes' });
    const whole = await ask('/uploads/2026/07/notes.txt', { 'accept-encoding': 'br' });
    // a part of the compressed form cannot be asked for
    expect([whole.headers['content-encoding'], whole.headers['accept-ranges']]).toEqual(['br', undefined]);
  });
});

describe('the ETag of a compressed answer', () => {
  it('has the coding as a suffix, strong or weak', async () => {
    expect((await ask(EVENTS, { 'accept-encoding': 'br' })).headers.etag).toBe('"7-abc-def-br"');
    expect((await ask(EVENTS, { 'accept-encoding': 'gzip' })).headers.etag).toBe('"7-abc-def-gzip"');
    calendar.answer = answering({ etag: 'W/"1"' });
    expect((await ask(EVENTS, { 'accept-encoding': 'gzip' })).headers.etag).toBe('W/"1-gzip"');
  });

  it.each([
    [{ 'accept-encoding': 'br', 'if-none-match': '"7-abc-def-br"' }, 304, '"7-abc-def-br"'],
    [{ 'accept-encoding': 'br, gzip', 'if-none-match': '"other-br", W/"7-abc-def-gzip"' }, 304, '"7-abc-def-gzip"'],
    [{ 'accept-encoding': 'gzip, br', 'if-none-match': '"7-abc-def-gzip"' }, 304, '"7-abc-def-gzip"'],
    [{ 'accept-encoding': 'br', 'if-none-match': TAG }, 304, TAG],
    [{ 'if-none-match': '"7-abc-def-br"' }, 304, '"7-abc-def-br"'],
    [{ 'accept-encoding': 'gzip', 'if-none-match': '"7-abc-def-br"' }, 200, '"7-abc-def-gzip"'],
    [{ 'accept-encoding': 'br', 'if-none-match': '"8-abc-def-br"' }, 200, '"7-abc-def-br"'],
  ])('is compared without its suffix: %j is %i', async (headers, status, etag) => {
    const answer = await ask(EVENTS, headers);
    expect([answer.status, answer.headers.etag]).toEqual([status, etag]);
    expect(answer.headers.vary).toBe('Origin, Accept-Encoding');
  });

  it('is compared without its suffix by writes', async () => {
    calendar.answer = undefined;
    await ask(EVENTS, { 'if-match': '"7-abc-def-br", "7-x-gzip"', 'accept-encoding': 'identity' }, 'PUT');
    expect(calendar.seen.at(-1)?.headers['if-match']).toBe('"7-abc-def", "7-x"');
  });
});

describe('an answer with secrets', () => {
  it.each<[string, Record<string, string>]>([
    ['a session', { cookie: 'almanac-session=abc' }],
    ['a nonce', { 'x-core-nonce': sessionNonce(anonymous, { action: 'interface', secret: SECRET, now: NOW }) }],
  ])('is not compressed for a request with %s', async (_case, headers) => {
    core.answer = undefined;
    const answer = await ask(EVENTS, { 'accept-encoding': 'br', ...headers });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('is not compressed if it sets a cookie, or is a page for one caller', async () => {
    for (const headers of [{ 'set-cookie': 'a=b' }, { 'cache-control': 'private, no-store' }]) {
      core.answer = answering(headers);
      expect((await ask('/', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    }
  });

  it('is compressed for an application password, which no foreign page can send', async () => {
    const answer = await ask(EVENTS, { 'accept-encoding': 'br', authorization: basic('ada', 'right') });
    expect(answer.headers['content-encoding']).toBe('br');
  });
});

describe('a client that reads nothing', () => {
  it('holds a compressor until it leaves; beyond 64 of them answers are sent as they are', async () => {
    calendar.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': JSON_TYPE });
      response.write(TEXT);
    };
    const readers = await Promise.all(Array.from({ length: 64 }, () => open(EVENTS, { 'accept-encoding': 'gzip' })));
    expect(readers.every(({ headers }) => headers['content-encoding'] === 'gzip')).toBe(true);
    const next = await open(EVENTS, { 'accept-encoding': 'gzip' });
    expect(next.headers['content-encoding']).toBeUndefined();
    for (const reader of [...readers, next]) reader.destroy();
    calendar.answer = answering();
    let coding: string | undefined;
    while (coding !== 'gzip') coding = (await ask(EVENTS, { 'accept-encoding': 'gzip' })).headers['content-encoding'];
  });
});
