import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { httpSpan, noteRoute } from './http.ts';
import { samplerOf } from './sampler.ts';
import { telemetryVariables } from './settings.ts';
import { spans } from './spans.ts';
import { startTraced, type TestTelemetry } from './testing/index.ts';
import { placeIn, traceparentOf } from './traceContext.ts';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let traced: TestTelemetry | undefined;
afterEach(async () => {
  await traced?.stop();
  traced = undefined;
});

describe('a traceparent', () => {
  it('is read and written', () => {
    const place = placeIn(PARENT);
    expect(place).toEqual({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      traceFlags: 1,
    });
    expect(place && traceparentOf(place)).toBe(PARENT);
  });

  it('is read, as far as it is known, in a later version', () => {
    const later = `01${PARENT.slice(2, -2)}03-more`;
    expect(placeIn(later)).toEqual(placeIn(PARENT));
  });

  it.each([
    undefined,
    '',
    'nonsense',
    PARENT.toUpperCase(),
    `ff${PARENT.slice(2)}`,
    PARENT.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
    PARENT.replace('b7ad6b7169203331', '0'.repeat(16)),
    `${PARENT}, ${PARENT}`,
  ])('is invalid: %s', (text) => expect(placeIn(text)).toBeUndefined());
});

describe('a process without a collector', () => {
  it('does its work, and nothing says that it is traced', async () => {
    const done = await spans.run('work', { root: true, parent: PARENT }, async (span) => [
      span.traceparent,
      span.sampled,
    ]);
    expect(done).toEqual([undefined, undefined]);
    await expect(spans.run('work', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('loads nothing of OpenTelemetry', () => {
    const loading = (settings: object) => `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ resolve: (name, context, next) => { loaded.push(name); return next(name, context); } });
      const { startTelemetry } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)});
      await (await startTelemetry(${JSON.stringify(settings)}, { part: 'spec', log: console }))?.stop();
      console.log(loaded.filter((name) => name.includes('opentelemetry')).length);`;
    const run = (settings: object) =>
      Number(execFileSync(process.execPath, ['--input-type=module', '-e', loading(settings)], { encoding: 'utf8' }));
    expect(run({})).toBe(0);
    expect(run({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toBeGreaterThan(3);
  });
});

describe('the settings of telemetry', () => {
  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('are refused: %s=%s', (name, value) => {
    expect(z.object(telemetryVariables).safeParse({ [name]: value }).success).toBe(false);
  });

  it.each([
    ['nobody has said which', {}, 'TraceIdRatioBased{0.1}'],
    ['a ratio alone is said', { OTEL_TRACES_SAMPLER_ARG: 0.5 }, 'TraceIdRatioBased{0.5}'],
    ['a ratio is wanted and none is said', { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }, 'TraceIdRatioBased{1}'],
    ['all are wanted', { OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, 'AlwaysOnSampler'],
  ] as const)('choose a sampler: if %s, %o: %s', (_when, settings, root) => {
    expect(samplerOf(settings).toString()).toContain(`root=${root},`);
  });
});

describe('a process with a collector', () => {
  it('sends spans with their parents, kinds, services and links', async () => {
    traced = await startTraced({
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=spec',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=k1',
    });
    await spans.run('outer', { parent: PARENT, service: 'calendar', kind: 'consumer' }, async (outer) => {
      await spans.run('inner', { link: outer.traceparent, attributes: { count: 2, none: undefined } }, async () => 1);
    });
    const [inner, outer] = await traced.spans();
    expect(outer).toMatchObject({
      name: 'outer',
      service: 'almanac-calendar',
      kind: 5,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    });
    expect(inner).toMatchObject({
      name: 'inner',
      service: 'almanac-calendar',
      parentSpanId: outer?.spanId,
      links: [outer?.traceId],
    });
    expect(inner?.attributes).toEqual({ count: 2 });
    expect(traced.receiver.requests[0]).toMatchObject({ url: '/v1/traces', headers: { 'api-key': 'k1' } });
  });

  it('reports only the kind of an error', async () => {
    traced = await startTraced();
    const failing = (error: Error) =>
      spans.run('work', { root: true }, () => Promise.reject(error)).catch(() => undefined);
    await failing(new TypeError('bob@example.test is none'));
    await failing(Object.assign(new Error('bob@example.test is none'), { code: 'store-unavailable' }));
    const sent = await traced.spans();
    expect(sent.map(({ isError, attributes }) => [isError, attributes])).toEqual([
      [true, { 'error.type': 'TypeError' }],
      [true, { 'error.type': 'store-unavailable' }],
    ]);
  });

  it('starts a trace only for requests, and for continued traces', async () => {
    traced = await startTraced();
    await spans.run('work', {}, async () => undefined);
    await spans.run('work', { parent: PARENT.replace(/1$/, '0') }, async () => undefined);
    expect(await traced.spans()).toEqual([]);
  });

  it('respects a caller’s decision not to sample', async () => {
    traced = await startTraced();
    await spans.run('request', { root: true, parent: PARENT.replace(/1$/, '0') }, async (span) => {
      expect([span.traceparent?.endsWith('-00'), span.sampled]).toEqual([true, undefined]);
      await spans.run('work', {}, async () => undefined);
    });
    expect(await traced.spans()).toEqual([]);
  });

  it('samples the configured ratio', async () => {
    traced = await startTraced({
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    // a batch of 512 spans would be sent at once, and not waited for
    for (let n = 0; n < 1_000; n++) spans.begin('request', { root: true }).end();
    const { length } = await traced.spans();
    expect(length).toBeGreaterThan(170);
    expect(length).toBeLessThan(330);
  });

  it('loses only spans while the collector is away', async () => {
    const warned: string[] = [];
    traced = await startTraced({ OTEL_EXPORTER_OTLP_TIMEOUT: '100' }, (_, message) => warned.push(message));
    await traced.receiver.stop();
    for (let round = 0; round < 2; round++) {
      await expect(spans.run('work', { root: true }, async () => 'done')).resolves.toBe('done');
      await traced.spans().catch(() => undefined);
    }
    expect(warned).toEqual(['the collector is not reachable; dropping traces until it is']);
  });
});

describe('the span of a request', () => {
  it('has the declared route for a name, and ends with its answer', async () => {
    traced = await startTraced();
    const server = createServer((request, response) => {
      const parent = request.headers.traceparent?.toString();
      httpSpan(request, response, () => ({ service: 'core', parent })).around(() => {
        if (request.url?.startsWith('/posts/')) noteRoute(response, '/posts/{id}');
        response.statusCode = request.url === '/broken' ? 503 : 200;
        if (request.url === '/cut') response.destroy();
        else response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await fetch(`${at}/posts/7?key=hush`, { headers: { traceparent: PARENT } });
    await fetch(`${at}/broken`, { method: 'POST' });
    await fetch(`${at}/odd`, { method: 'PROPFIND' });
    await fetch(`${at}/cut`).catch(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    const sent = await traced.spans();
    expect(
      sent.map(({ name, isError, attributes }) => [name, isError, attributes['http.response.status_code']]),
    ).toEqual([
      ['GET /posts/{id}', false, 200],
      ['POST', true, 503],
      ['HTTP', false, 200],
      ['GET', true, 200],
    ]);
    expect(sent[0]).toMatchObject({ kind: 2, parentSpanId: 'b7ad6b7169203331' });
  });
});
