import { setTimeout as pause } from 'node:timers/promises';
import { type ReceivedSpan, startTraced, type TestTelemetry } from '@almanac/telemetry/testing';
import { type AskedSite, applicationPassword, basic, startAsked } from './askedSite.contract.ts';

const EVENTS = '/en/json/cal/events/v1/events';
const HERE = { start_date: '2033-05-01 10:00:00', end_date: '2033-05-01 11:00:00', status: 'publish' };
const asAdministrator = basic('administrator', applicationPassword('administrator'));

const FRONT = 'POST /cal/events/v1/events';

const create = async (s: AskedSite, title: string, headers: Readonly<Record<string, string>> = {}) => {
  const path = `${EVENTS}?_fields=id&secret=hush`;
  const answer = await s.ask(path, { form: { ...HERE, title }, headers: { ...asAdministrator, ...headers } });
  expect(answer.status).toBe(201);
};

/** Waits for the spans that a check expects. Returns all spans. */
const spansWith = async (traced: TestTelemetry, isThere: (spans: readonly ReceivedSpan[]) => boolean) => {
  for (;;) {
    const spans = await traced.spans();
    if (isThere(spans)) return spans;
    await pause(5);
  }
};

const frontsOf = (spans: readonly ReceivedSpan[]): readonly ReceivedSpan[] =>
  spans.filter(({ service, name }) => service === 'almanac-gateway' && name === FRONT);

/** Creates an event. Returns the gateway's span of the request, and all spans. */
const created = async (s: AskedSite, traced: TestTelemetry, ...sent: [string, Readonly<Record<string, string>>?]) => {
  const before = frontsOf(await traced.spans()).length;
  await create(s, ...sent);
  const spans = await spansWith(traced, (all) => frontsOf(all).length > before);
  return { spans, front: frontsOf(spans).at(-1) as ReceivedSpan };
};

/** Returns the newest commit of the calendar. */
const lastCommit = async (s: AskedSite) => {
  const store = s.running.services.get('calendar')?.store;
  return store?.commitAt(await store.last());
};

const named = (spans: readonly ReceivedSpan[], service: string, name: string): ReceivedSpan => {
  const found = spans.filter((span) => span.service === `almanac-${service}` && span.name === name);
  expect([service, name, found.length > 0]).toEqual([service, name, true]);
  return found.at(-1) as ReceivedSpan;
};

describe('a site that is traced', () => {
  let traced: TestTelemetry;
  let s: AskedSite;
  beforeAll(async () => {
    traced = await startTraced();
    s = await startAsked();
  });
  afterAll(async () => {
    await s.running.stop();
    await traced.stop();
  });

  it('shows the creation of an event as one trace, from the gateway to other services’ copies', async () => {
    const { front } = await created(s, traced, 'Harbour concert');
    const spans = await spansWith(traced, (all) =>
      ['process misc.feed', 'process core.events'].every((name) => all.some((span) => span.name === name)),
    );
    const asked = named(spans, 'gateway', 'POST calendar');
    const served = named(spans, 'calendar', FRONT);
    const command = named(spans, 'calendar', 'command');
    const append = named(spans, 'calendar', 'append');
    const feed = named(spans, 'misc', 'process misc.feed');
    const copy = named(spans, 'core', 'process core.events');
    const chain = [front, asked, served, command];
    expect(chain.map(({ parentSpanId }) => parentSpanId)).toEqual([
      undefined,
      ...chain.slice(0, -1).map(({ spanId }) => spanId),
    ]);
    for (const each of [append, feed, copy]) expect(each.parentSpanId).toBe(command.spanId);
    for (const each of [...chain, append, feed, copy]) expect(each.traceId).toBe(front.traceId);
    const asking = named(spans, 'gateway', 'POST core');
    expect([asking.parentSpanId, named(spans, 'core', 'POST /internal/authenticate').parentSpanId]).toEqual([
      front.spanId,
      asking.spanId,
    ]);
    expect(spans.some(({ name }) => name.endsWith('.settings'))).toBe(false);
  });

  it('keeps the trace of the decision with the commit', async () => {
    const { spans } = await created(s, traced, 'Fair');
    const { traceparent } = (await lastCommit(s))?.meta ?? {};
    const command = named(spans, 'calendar', 'command');
    expect(traceparent).toBe(`00-${command.traceId}-${command.spanId}-01`);
  });

  it('describes spans without personal data and content', async () => {
    const { front, spans } = await created(s, traced, 'Surprise party', { 'user-agent': 'browser-of-somebody' });
    expect(front.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 201,
      'http.route': '/cal/events/v1/events',
      'almanac.kind': 'rest',
      'almanac.request': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const told = JSON.stringify(spans, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const each of ['urprise', 'administrator', 'hush', 'browser', '127.0.0.1', 'example.test'])
      expect([each, told.includes(each)]).toEqual([each, false]);
  });

  it('starts a trace of its own for clients, and links theirs', async () => {
    const theirs = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${theirs}-b7ad6b7169203331-01`;
    const { front } = await created(s, traced, 'Linked', { traceparent, tracestate: 'a=b' });
    expect([front.traceId === theirs, front.links]).toEqual([false, [theirs]]);
  });

  it('counts a refusal as an answer, not as an error', async () => {
    await s.ask('/en/json/cal/events/v1/events/999999');
    const spans = await spansWith(traced, (all) => all.some(({ name }) => name.startsWith('GET /cal')));
    const refused = named(spans, 'calendar', 'GET /cal/events/v1/events/{id}');
    expect([refused.isError, refused.attributes['http.response.status_code']]).toEqual([false, 404]);
  });
});

describe('a site that is started with tracing', () => {
  let traced: TestTelemetry;
  let s: AskedSite | undefined;
  afterEach(async () => {
    await s?.running.stop();
    await traced.stop();
  });

  it('continues the trace of its own proxy', async () => {
    traced = await startTraced();
    s = await startAsked({ trustedProxies: 1 });
    const theirs = '0af7651916cd43dd8448eb211c80319c';
    const headers = { 'x-forwarded-for': '198.51.100.4', 'x-forwarded-proto': 'https' };
    const { front } = await created(s, traced, 'Proxied', {
      ...headers,
      traceparent: `00-${theirs}-b7ad6b7169203331-01`,
    });
    expect([front.traceId, front.parentSpanId]).toEqual([theirs, 'b7ad6b7169203331']);
  });

  it.each([
    ['that samples none', { OTEL_TRACES_SAMPLER: 'always_off' }],
    ['that is switched off', { OTEL_SDK_DISABLED: 'true' }],
    ['whose exporter is none', { OTEL_TRACES_EXPORTER: 'none' }],
  ])('sends and keeps no trace as a site %s', async (_what, settings) => {
    traced = await startTraced(settings);
    s = await startAsked();
    await create(s, 'Quiet');
    const commit = await lastCommit(s);
    expect([commit?.events[0]?.type, commit?.meta.traceparent]).toEqual(['EventCreated', undefined]);
    expect([await traced.spans(), traced.receiver.requests]).toEqual([[], []]);
  });
});
