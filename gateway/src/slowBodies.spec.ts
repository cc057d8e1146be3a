import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { basic, FakeCore, FakeService, type GatewayUnderTest, startGateway } from './testing/fakeServices.ts';

/** More than a gateway's connections to a service. */
const MANY = 200;
/** A pace at which no body is too slow. */
const PATIENT = { every: 600_000, least: 1, whole: 600_000 };
const SLOW = { every: 100, least: 100, whole: 300 };
const JSON_BODY = { 'content-type': 'application/json', 'content-length': 5_000 };

const core = new FakeCore();
const calendar = new FakeService('cal/events/v1');
let site: GatewayUnderTest;
let sent: ClientRequest[];

const start = async (more = {}): Promise<void> => {
  const addresses = new Map([
    ['core', core.address],
    ['calendar', calendar.address],
  ] as const);
  site = await startGateway(addresses, { serviceTimeout: 600_000, bodyPace: PATIENT, ...more });
};

/** Sends the headers of a POST and the beginning of its body, then stalls. */
const stall = (
  headers: Record<string, string | number> = JSON_BODY,
  path = '/core/v2/posts',
  first = '{',
): ClientRequest => {
  const address = `${site.origin}/en/json${path}`;
  const stalled = httpRequest(address, { method: 'POST', headers, agent: false });
  stalled.on('error', () => undefined).flushHeaders();
  if (first !== '') stalled.write(first);
  sent.push(stalled);
  return stalled;
};
const arrived = (stalled: ClientRequest): Promise<unknown> =>
  once(stalled, 'socket').then(([socket]) => (socket.connecting ? once(socket, 'connect') : undefined));
const answerTo = async (asked: ClientRequest): Promise<IncomingMessage> =>
  (await once(asked, 'response'))[0] as IncomingMessage;
const post = (path: string, body: string) =>
  fetch(`${site.origin}/en/json${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
beforeAll(() => Promise.all([core.start(), calendar.start()]));
afterAll(() => Promise.all([core.stop(), calendar.stop()]));
beforeEach(() => {
  sent = [];
  core.seen.length = 0;
});
afterEach(async () => {
  for (const each of sent) each.destroy();
  core.answer = undefined;
  await site.stop();
});

describe('clients that send one byte of a body', () => {
  const stallMany = async (headers?: Record<string, string | number>): Promise<void> => {
    await Promise.all(Array.from({ length: MANY }, () => arrived(stall(headers))));
  };

  it.each([
    ['JSON', JSON_BODY],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 5_000 }],
    ['a body without type', { 'content-length': 5_000 }],
    ['a body in chunks', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }],
  ])('delay nobody else: %s', async (_kind, headers) => {
    await start();
    await stallMany(headers);
    expect((await post('/core/v2/posts', '{"a":1}')).status).toBe(200);
    expect((await fetch(`${site.origin}/en/json/core/v2/posts`)).status).toBe(200);
    expect(core.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('delay no read, no write, and no upload of a user by sending files', async () => {
    await start();
    await stallMany({ 'content-type': 'image/png', 'content-length': 5_000 });
    const headers = { 'content-type': 'image/png', authorization: basic('ada', 'right') };
    const uploaded = await fetch(`${site.origin}/en/json/core/v2/media`, { method: 'POST', headers, body: 'png' });
    const others = [await post('/core/v2/posts', '{}'), await fetch(`${site.origin}/en/json/core/v2/posts`)];
    expect([uploaded, ...others].map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it.each(['/core/v2/posts', '/batch/v1', '/'])('are refused after a time limit: %s', async (path) => {
    await start({ bodyPace: SLOW });
    const answer = await answerTo(stall(JSON_BODY, path));
    expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close']);
    expect(await json(answer)).toMatchObject({ code: 'rest_request_timeout', data: { status: 408 } });
    expect(core.seen).toEqual([]);
  });

  it.each([
    ['JSON', JSON_BODY, '/core/v2/posts'],
    ['a batch', JSON_BODY, '/batch/v1'],
    ['a file', { 'content-type': 'image/png', 'content-length': 5_000 }, '/core/v2/media'],
  ])('are refused when the process stops: %s', async (_kind, headers, path) => {
    const stopping = new AbortController();
    await start({ stopping: stopping.signal });
    core.answer = (request) => void request.on('error', () => undefined);
    const asked = stall(headers, path);
    await arrived(asked);
    const quick = stall({ ...JSON_BODY, 'content-length': 7 });
    stopping.abort();
    // a body that arrives soon is accepted
    await arrived(quick);
    const answered = answerTo(quick);
    quick.end('"a":1}');
    core.answer = undefined;
    expect((await answered).statusCode).toBe(200);
    const answer = await answerTo(asked);
    expect([answer.statusCode, answer.headers.connection, answer.headers['retry-after']]).toEqual([503, 'close', '5']);
    expect(await json(answer)).toMatchObject({ code: 'rest_site_stopping', data: { status: 503 } });
  });

  it('are refused too if they send a file, and the connection to the service is closed', async () => {
    await start({ bodyPace: SLOW });
    const left = new Promise((resolve) => {
      core.answer = (request) => void request.on('error', () => undefined).once('close', resolve);
    });
    const answer = await answerTo(stall({ 'content-type': 'image/png', 'content-length': 5_000 }));
    expect(answer.statusCode).toBe(408);
    expect(await json(answer)).toMatchObject({ code: 'rest_request_timeout' });
    await left;
  });

  it('are refused while their files wait for a connection, and the next ones get it', async () => {
    await start({ bodyPace: SLOW });
    const headers = { 'content-type': 'image/png', 'content-length': 5_000 };
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerTo(stall(headers, '/core/v2/media', ''))));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([408]));
    const next = { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'png' };
    expect((await fetch(`${site.origin}/en/json/core/v2/media`, next)).status).toBe(200);
    expect(core.seen.map(({ body }) => body)).toEqual(['png']);
  });

  it('have a bounded part of the memory, beside which short bodies have room', async () => {
    await start({ bodyLimit: 1_000_000 });
    const length = 250_000;
    const isRefused = (asked: ClientRequest): Promise<ClientRequest> => answerTo(asked).then(() => asked);
    const headers = { ...JSON_BODY, 'content-length': length };
    // a quarter of 64 MiB is the part of one address
    const held = Array.from({ length: 70 }, () => stall(headers, '/core/v2/posts', ' '.repeat(length - 1)));
    const refused = await Promise.race(held.map(isRefused));
    const answer = await answerTo(stall(headers, '/core/v2/posts', ' '.repeat(length - 1)));
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(await json(answer)).toMatchObject({ code: 'rest_too_busy', data: { retry_after: 5 } });
    expect((await post('/core/v2/posts', '{"a":1}')).status).toBe(200);
    for (const each of held) if (each !== refused) each.destroy();
    const long = JSON.stringify({ title: 'x'.repeat(length - 20) });
    const isAccepted = async (): Promise<boolean> => (await post('/core/v2/posts', long)).status === 200;
    while (!(await isAccepted())) await pause(10);
  });

  it('have room for a form once, although its nonce is read before', async () => {
    await start({ bodyLimit: 1_000_000 });
    const length = 250_000;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': length };
    // 12.5 MB of the 16 MiB of one address
    const count = 50;
    const waiting: ServerResponse[] = [];
    core.answer = (request, response) => {
      request.resume();
      if (waiting.push(response) === count) for (const each of waiting) each.writeHead(200).end();
    };
    const forms = Array.from({ length: count }, () => stall(headers, '/core/v2/posts', 'x'.repeat(length)));
    for (const form of forms) form.end();
    expect((await Promise.race(forms.map(answerTo))).statusCode).toBe(200);
  });

  it('get an HTML page if they requested a page', async () => {
    await start({ bodyPace: SLOW });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '5000' };
    const asked = httpRequest(`${site.origin}/admin/login.php`, { method: 'POST', headers, agent: false });
    sent.push(asked);
    asked.on('error', () => undefined).write('a');
    const answer = await answerTo(asked);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([408, 'text/html; charset=UTF-8']);
    expect(await text(answer)).toContain('took too long to arrive');
  });
});

describe('a body', () => {
  /** Sends one byte after another until `until` returns true. */
  const trickle = async (asked: ClientRequest, until: () => boolean): Promise<void> => {
    while (!until() && asked.writable)
      await new Promise<void>((resolve) => asked.write('x', () => setTimeout(resolve, 2)));
  };

  it('streams a file on as long as it arrives fast enough, longer than JSON may take', async () => {
    await start({ bodyPace: { every: 500, least: 3, whole: 500 } });
    let received = 0;
    core.answer = (request, response) => {
      request.on('data', (chunk: Buffer) => (received += chunk.length)).once('end', () => response.end('{}'));
    };
    const asked = stall({ 'content-type': 'image/png', 'transfer-encoding': 'chunked' });
    const answered = answerTo(asked);
    const begun = performance.now();
    await trickle(asked, () => performance.now() - begun > 1_200);
    expect(received).toBeGreaterThan(1);
    asked.end();
    expect((await answered).statusCode).toBe(200);
  });

  it('ends after a time limit if it is JSON, even if it arrives steadily', async () => {
    await start({ bodyPace: { every: 150, least: 3, whole: 300 } });
    const asked = stall({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    const answered = answerTo(asked);
    let isAnswered = false;
    void answered.then(() => {
      isAnswered = true;
    });
    await trickle(asked, () => isAnswered);
    expect((await answered).statusCode).toBe(408);
  });

  it('is not slow while it waits for its service', async () => {
    const pace = { every: 500, least: 1, whole: 500 };
    await start({ bodyPace: pace, bodyLimit: 10_000_000 });
    core.answer = (request, response) => {
      setTimeout(() => request.resume().once('end', () => response.end('{}')), 3 * pace.every);
    };
    const headers = { 'content-type': 'image/png' };
    const body = new Uint8Array(9_000_000);
    const answer = await fetch(`${site.origin}/en/json/core/v2/media`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  });

  it('is not slow while the gateway is busy with other work', async () => {
    const every = 600;
    await start({ bodyPace: { every, least: 60, whole: 60_000 } });
    const begun = Promise.withResolvers<unknown>();
    core.answer = (request, response) => {
      request.once('data', begun.resolve).once('end', () => response.end('{}'));
    };
    const client = `
      const asked = require('node:http').request(process.argv[1], { method: 'POST', headers: { 'content-type': 'image/png' } });
      asked.on('response', ({ statusCode }) => { console.log(statusCode); process.exit(); }).on('error', () => undefined);
      const writing = setInterval(() => asked.write('x'), 10);
      setTimeout(() => asked.end(clearInterval(writing)), 5_000);
    `;
    const sending = promisify(execFile)(process.execPath, ['-e', client, `${site.origin}/en/json/core/v2/media`]);
    await Promise.race([sending, begun.promise]);
    // the second time just after the bytes were counted
    for (let times = 0; times < 2; times++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * every);
      await pause(every + 20);
    }
    expect((await sending).stdout.trim()).toBe('200');
  });

  it.each([{ 'content-length': 7 }, { 'transfer-encoding': 'chunked' }])(
    'is sent on once, as it came: %p',
    async (how) => {
      await start();
      const asked = stall({ 'content-type': 'application/json', ...how });
      await arrived(asked);
      asked.end('"a":1}');
      expect((await answerTo(asked)).statusCode).toBe(200);
      expect(core.seen.map(({ body, headers }) => [body, headers['content-length']])).toEqual([['{"a":1}', '7']]);
    },
  );

  it('is not sent a second time if the connection of a write fails', async () => {
    await start();
    await post('/core/v2/posts', '{}');
    let asked = 0;
    core.answer = (request) => {
      asked++;
      request.socket.destroy();
    };
    const answer = await post('/core/v2/posts', '{}');
    expect([answer.status, await answer.json(), asked]).toMatchObject([503, { code: 'rest_outcome_unknown' }, 1]);
  });

  it('is not passed on if it is broken off, and frees its resources', async () => {
    await start();
    for (let count = 0; count < MANY; count++) {
      const asked = stall();
      await arrived(asked);
      const closed = new Promise((resolve) => asked.once('close', resolve));
      asked.destroy();
      await closed;
    }
    expect((await post('/core/v2/posts', '{}')).status).toBe(200);
    expect(core.seen).toHaveLength(1);
  });

  it('frees its connection if a file is broken off', async () => {
    await start();
    for (let count = 0; count < 20; count++) {
      const begun = Promise.withResolvers<void>();
      const left = new Promise((resolve) => {
        core.answer = (request) => {
          request.on('error', () => undefined).once('close', resolve);
          begun.resolve();
        };
      });
      const asked = stall({ 'content-type': 'image/png', 'content-length': 5_000 });
      await begun.promise;
      asked.destroy();
      await left;
    }
  });

  it('is bounded while it arrives', async () => {
    await start();
    const asked = stall({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    const answered = answerTo(asked);
    asked.write('x'.repeat(10_000));
    expect((await answered).statusCode).toBe(413);
    expect(core.seen).toEqual([]);
  });
});
