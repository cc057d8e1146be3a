import { connect } from 'node:net';
import { siteStopping } from './errors.ts';
import { route } from './route.ts';
import { type RestUnderTest, SECRET, serveRoutes, withSeal } from './testing.ts';

let app: RestUnderTest;
let stopping: AbortController;
let signals: AbortSignal[];
let arrived: PromiseWithResolvers<void>;
let ended: PromiseWithResolvers<unknown>;

const waiting = route({
  namespace: 'spec/v1',
  path: '/waiting',
  methods: ['POST'],
  summary: 'Waits until nobody waits for it.',
  batch: true,
  args: {},
  handle: async (request) => {
    const signal = request.abandoned();
    signal.addEventListener('abort', () => ended.resolve(signal.reason), { once: true });
    arrived.resolve();
    await ended.promise;
    signal.throwIfAborted();
    return { body: null };
  },
});

let counted = 0;
let onLast: () => void;

const batched = { namespace: 'spec/v1', methods: ['POST'], summary: 's', batch: true, args: {} } as const;

const countedItem = route({
  ...batched,
  path: '/counted',
  handle: async () => {
    counted++;
    return { body: null };
  },
});

/** A route that is declared but not offered; the spec learns from it when the items before it are done. */
const lastItem = route({
  ...batched,
  path: '/last',
  offered: async () => {
    onLast();
    return false;
  },
  handle: async () => ({ body: null }),
});

const large = route({
  namespace: 'spec/v1',
  path: '/large',
  methods: ['GET'],
  summary: 'Answers what counts how often it is written.',
  args: {},
  handle: async (request) => {
    request.abandoned().addEventListener('abort', () => ended.resolve(undefined), { once: true });
    arrived.resolve();
    await ended.promise;
    return { body: { toJSON: () => counted++ } };
  },
});

const quick = route({
  namespace: 'spec/v1',
  path: '/quick',
  methods: ['GET'],
  summary: 'Answers at once.',
  args: {},
  handle: async (request) => {
    signals.push(request.abandoned(), request.abandoned());
    return { body: null };
  },
});

beforeEach(async () => {
  signals = [];
  counted = 0;
  onLast = () => undefined;
  arrived = Promise.withResolvers();
  ended = Promise.withResolvers();
  stopping = new AbortController();
  const routes = [waiting, countedItem, lastItem, large, quick];
  app = await serveRoutes({ routes, stopping: stopping.signal });
});
afterEach(() => app.close());

describe('an abandoned request', () => {
  it.each([
    ['/spec/v1/waiting', {}],
    ['/internal/batch', { items: [{ path: '/spec/v1/waiting' }] }],
  ])('learns through %s that its client has left', async (path, body) => {
    const client = new AbortController();
    const sent = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const headers = withSeal({ ...sent, target: path }, { secret: SECRET, now: () => new Date() });
    const asked = fetch(`http://127.0.0.1:${app.port}${path}`, { ...sent, headers, signal: client.signal }).catch(
      (error: Error) => error.name,
    );
    await arrived.promise;
    client.abort();
    expect(await asked).toBe('AbortError');
    expect(await ended.promise).toMatchObject({ code: 'rest_request_aborted', status: 503 });
  });

  it('is not begun in a batch after its client has left', async () => {
    const [done, items] = [Promise.withResolvers<void>(), ['/spec/v1/waiting', '/spec/v1/counted', '/spec/v1/last']];
    onLast = done.resolve;
    const body = JSON.stringify({ items: items.map((path) => ({ path })) });
    const sent = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const headers = withSeal({ ...sent, target: '/internal/batch' }, { secret: SECRET, now: () => new Date() });
    const client = new AbortController();
    const asked = fetch(`http://127.0.0.1:${app.port}/internal/batch`, { ...sent, headers, signal: client.signal });
    asked.catch(() => undefined);
    await arrived.promise;
    client.abort();
    await done.promise;
    expect(counted).toBe(0);
  });

  it('has no text made of its answer after its client has left', async () => {
    const socket = connect(app.port, '127.0.0.1').on('error', () => undefined);
    socket.write('GET /spec/v1/large HTTP/1.1\r\nHost: a\r\n\r\n');
    await arrived.promise;
    socket.resetAndDestroy();
    await ended.promise;
    // answered after the request before it
    await app.ask('/spec/v1/quick');
    expect(counted).toBe(0);
  });

  it.each([
    ['/spec/v1/waiting', (body: unknown) => body],
    ['/internal/batch', (body: { responses: { body: unknown }[] }) => body.responses[0]?.body],
  ])('is ended through %s when the process stops, if it writes', async (path, answerIn) => {
    const items = { items: [{ path: '/spec/v1/waiting' }, { path: '/spec/v1/counted' }] };
    const asked = app.ask(path, { method: 'POST', json: path === '/internal/batch' ? items : {} });
    await arrived.promise;
    stopping.abort(siteStopping());
    const { body } = await asked;
    expect(answerIn(body)).toMatchObject({ code: 'rest_site_stopping', data: { status: 503, retry_after: 5 } });
    expect(counted).toBe(0);
  });

  it('goes on when the process stops, if it reads', async () => {
    stopping.abort(siteStopping());
    expect((await app.ask('/spec/v1/quick')).status).toBe(200);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });

  it('is none if it was answered, though its connection ends', async () => {
    expect((await app.ask('/spec/v1/quick')).status).toBe(200);
    await app.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    app = await serveRoutes({ routes: [quick] });
  });
});
