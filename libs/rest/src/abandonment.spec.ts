import { route } from './route.ts';
import { type RestUnderTest, SECRET, serveRoutes, withSeal } from './testing.ts';

let app: RestUnderTest;
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
    return { body: null };
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
  arrived = Promise.withResolvers();
  ended = Promise.withResolvers();
  app = await serveRoutes({ routes: [waiting, quick] });
});
afterEach(() => app.close());

describe('a request', () => {
  it.each([
    ['/spec/v1/waiting', {}],
    ['/internal/batch', { items: [{ path: '/spec/v1/waiting' }] }],
  ])('to %s learns that its client has left', async (path, body) => {
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

  it('that was answered is not abandoned, though its connection ends', async () => {
    expect((await app.ask('/spec/v1/quick')).status).toBe(200);
    await app.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    app = await serveRoutes({ routes: [quick] });
  });
});
