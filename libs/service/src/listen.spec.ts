import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { withOperations } from './healthAndMetrics.ts';
import { listen } from './listen.ts';
import { createMetrics } from './metrics.ts';

const LOCAL = { port: 0, host: '127.0.0.1' };

describe('a listener', () => {
  it('lets running requests end before it closes', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const server = await listen((_request, response) => {
      arrive();
      void after(50).then(() => response.end('done'));
    }, LOCAL);
    const asked = fetch(`http://127.0.0.1:${server.port}/`).then((response) => response.text());
    await arrived;
    await server.close();
    expect(await asked).toBe('done');
  });

  it('cuts off requests that do not end in time', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const server = await listen(() => arrive(), LOCAL);
    const asked = fetch(`http://127.0.0.1:${server.port}/`).then(
      () => 'answered',
      () => 'cut off',
    );
    await arrived;
    await server.close(50);
    expect(await asked).toBe('cut off');
  });

  it('cuts off a client that reads nothing of its answer, but none that waits for one', async () => {
    const { promise: made, resolve: make } = Promise.withResolvers<string>();
    const { promise: cut, resolve: end } = Promise.withResolvers<void>();
    const server = await listen(
      async ({ url }, response) => {
        if (url === '/large') response.once('close', end).end(Buffer.alloc(64 * 1024 * 1024));
        else response.end(await made);
      },
      { ...LOCAL, stallTimeout: 1_000 },
    );
    const asked = fetch(`http://127.0.0.1:${server.port}/`);
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await cut;
    make('made at last');
    expect(await (await asked).text()).toBe('made at last');
    socket.destroy();
    await server.close(0);
  });

  it.each([
    [true, 'answered'],
    [false, 'left'],
  ])('answers a client that ended its side (half-open: %s): %s', async (halfOpen, outcome) => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>();
    const server = await listen((_request, response) => arrive(response), { ...LOCAL, halfOpen });
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const response = await arrived;
    // the end of the client's side has arrived
    if (!response.req.socket.readableEnded) await once(response.req.socket, 'end');
    response.end('whole');
    const answer = await text(socket);
    expect(answer.endsWith('whole') ? 'answered' : 'left').toBe(outcome);
    await server.close(0);
  });

  it('notices a client that has left before its answer is begun', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>();
    const server = await listen((_request, response) => arrive(response), { ...LOCAL, halfOpen: true });
    const socket = connect({ port: server.port, host: '127.0.0.1' });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const closed = once(await arrived, 'close');
    socket.destroy();
    await closed;
    await server.close(0);
  });

  it('reports a taken port', async () => {
    const server = await listen(() => undefined, LOCAL);
    await expect(listen(() => undefined, { ...LOCAL, port: server.port })).rejects.toMatchObject({
      code: 'configuration',
      message: `Port ${server.port} is in use. Choose another one with PORT.`,
    });
    await server.close();
  });
});

describe('streams of events', () => {
  it('end when the listener closes, and leave other answers their time', async () => {
    const answers: ServerResponse[] = [];
    const server = await listen(({ url }, response) => {
      answers.push(response);
      if (url === '/stream') response.setHeader('content-type', 'text/event-stream');
      response.flushHeaders();
    }, LOCAL);
    const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
    const [stream, other] = [await ask('/stream'), await ask('/other')];
    const closed = server.close();
    expect(await stream.text()).toBe('');
    expect(answers[1]?.writableEnded).toBe(false);
    answers[1]?.end('whole');
    expect(await other.text()).toBe('whole');
    await closed;
  });
});

const TOKEN = 'a token of operators';

describe('the operators’ routes', () => {
  const metrics = createMetrics({ service: 'spec', version: '7.1.0', revision: 'c0ffee' });
  let reasons: Record<string, string> = {};
  let server: Awaited<ReturnType<typeof listen>>;
  const get = (path: string, method = 'GET', headers = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers });

  beforeAll(async () => {
    const listener = withOperations((_request, response) => void response.writeHead(201).end('passed on'), {
      metrics,
      unready: async () => reasons,
      operationsToken: TOKEN,
    });
    server = await listen(listener, LOCAL);
  });
  afterAll(() => server.close());

  it('report that the process runs, and in which version', async () => {
    expect(await (await get('/health')).json()).toEqual({ status: 'up', version: '7.1.0' });
    expect(await (await get('/metrics')).text()).toContain(
      'almanac_build_info{version="7.1.0",revision="c0ffee",service="spec"} 1',
    );
  });

  it('report whether it can serve, and why not', async () => {
    expect((await get('/ready')).status).toBe(200);
    reasons = { store: 'cannot be reached' };
    const unready = await get('/ready');
    expect([unready.status, await unready.json()]).toEqual([503, { status: 'unready', reasons }]);
  });

  it('leave every other request alone, and count it', async () => {
    expect(await (await get('/metrics', 'POST')).text()).toBe('passed on');
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toContain('http_request_duration_seconds_count{service="spec",method="POST",status="201"');
  });

  it('tell other machines only whether it can serve', async () => {
    const other = { 'x-forwarded-for': '198.51.100.4' };
    reasons = { store: 'cannot be reached' };
    const unready = await get('/ready', 'GET', other);
    expect([unready.status, await unready.json()]).toEqual([503, { status: 'unready' }]);
    const statuses = ['/health', '/metrics'].map(async (path) => (await get(path, 'GET', other)).status);
    expect(await Promise.all(statuses)).toEqual([200, 403]);
  });

  it('show metrics and reasons to the bearer of the token', async () => {
    const other = { 'x-forwarded-for': '198.51.100.4', authorization: `Bearer ${TOKEN}` };
    expect((await get('/metrics', 'GET', other)).status).toBe(200);
    expect(await (await get('/ready', 'GET', other)).json()).toEqual({ status: 'unready', reasons });
    const wrong = { ...other, authorization: `Bearer ${TOKEN}x` };
    expect((await get('/metrics', 'GET', wrong)).status).toBe(403);
  });
});
