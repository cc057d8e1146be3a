import { spans } from '@almanac/telemetry';
import { startTraced, type TestTelemetry } from '@almanac/telemetry/testing';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

let collected: TestTelemetry | undefined;
afterEach(async () => {
  await collected?.stop();
  collected = undefined;
});

/** Returns the exports of a kind after all that waits has been sent. */
const exportsOf = async (kind: 'logs' | 'metrics') => {
  await collected?.spans();
  const { requests = [] } = collected?.receiver ?? {};
  return requests.filter(({ url }) => url === `/v1/${kind}`).map(({ text }) => JSON.parse(text));
};

const quietLog = () =>
  createLog({ level: 'info', pretty: false }, { write: () => undefined }).child({ service: 'core' });

/** Returns attributes as an object. */
const membersOf = (attributes: readonly { readonly key: string; readonly value: object }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describe('a process whose log goes to a collector', () => {
  it('sends each line with its severity, members, error and trace, without secrets', async () => {
    collected = await startTraced({ OTEL_LOGS_EXPORTER: 'otlp' });
    const err = new RangeError('too far');
    const trace = await spans.run('work', { root: true }, async (span) => {
      quietLog().warn({ err, tries: 3, at: { position: 7 }, password: 'hush' }, 'interrupted; retrying');
      return span.traceparent;
    });
    const [{ resourceLogs }] = await exportsOf('logs');
    expect(membersOf(resourceLogs[0].resource.attributes)).toMatchObject({ 'service.name': 'almanac-core' });
    const [record] = resourceLogs[0].scopeLogs[0].logRecords;
    expect(record).toMatchObject({
      severityNumber: 13,
      severityText: 'warn',
      body: { stringValue: 'interrupted; retrying' },
    });
    expect(membersOf(record.attributes)).toMatchObject({
      tries: 3,
      at: '{"position":7}',
      'exception.type': 'RangeError',
      'exception.message': 'too far',
      'exception.stacktrace': expect.stringContaining('collector.spec'),
    });
    expect(trace).toContain(`${record.traceId}-${record.spanId}`);
    expect(JSON.stringify(resourceLogs)).not.toContain('hush');
  });

  it('sends no line unless the setting says so', async () => {
    collected = await startTraced();
    quietLog().warn('interrupted; retrying');
    createMetrics({ service: 'core', version: '1.0.0' });
    expect(await exportsOf('logs')).toEqual([]);
    expect(await exportsOf('metrics')).toEqual([]);
  });
});

describe('a process whose metrics go to a collector', () => {
  it('sends them with the names and labels of /metrics', async () => {
    collected = await startTraced({ OTEL_METRICS_EXPORTER: 'otlp', OTEL_METRIC_EXPORT_INTERVAL: '60000' });
    const metrics = createMetrics({ service: 'core', version: '7.1.0' });
    for (const seconds of [0.003, 0.004, 20])
      metrics.request({ method: 'GET', status: 200, target: 'service', route: '/posts/{id}' }, seconds);
    const [{ resourceMetrics }] = await exportsOf('metrics');
    expect(membersOf(resourceMetrics[0].resource.attributes)).toMatchObject({ 'service.name': 'almanac-core' });
    const sent: readonly { readonly name: string }[] = resourceMetrics[0].scopeMetrics.flatMap(
      ({ metrics }: { readonly metrics: readonly object[] }) => metrics,
    );
    const named = (name: string) => sent.find((metric) => metric.name === name);
    expect(named('almanac_build_info')).toMatchObject({ gauge: { dataPoints: [{ asDouble: 1 }] } });
    expect(named('http_request_duration_seconds')).toMatchObject({
      histogram: { aggregationTemporality: 2, dataPoints: [{ count: 3, sum: 20.007 }] },
    });
    const [point] = Reflect.get(named('http_request_duration_seconds') ?? {}, 'histogram').dataPoints;
    expect(point.explicitBounds.slice(0, 3)).toEqual([0.001, 0.0025, 0.005]);
    expect(point.bucketCounts).toEqual([0, 0, 2, ...Array(10).fill(0), 1]);
    expect(membersOf(point.attributes)).toEqual({
      method: 'GET',
      status: '200',
      target: 'service',
      route: '/posts/{id}',
      service: 'core',
    });
  });
});
