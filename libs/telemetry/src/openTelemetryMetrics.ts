import { type HrTime, ValueType } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { z } from 'zod';
import { reportFailures } from './reportFailures.ts';
import { resourceOf } from './resource.ts';
import type { TelemetrySettings } from './settings.ts';
import type { MetricSource } from './sinks.ts';

/** A metric as prom-client writes it; its own types name numbers for the words of `type`. */
const family = z.object({
  name: z.string(),
  help: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram', 'summary']),
  values: z.array(
    z.object({
      value: z.number(),
      labels: z.record(z.string(), z.union([z.string(), z.number()])),
      metricName: z.string().optional(),
    }),
  ),
});

type Family = z.output<typeof family>;
type Value = Family['values'][number];

/** Creates a sink that sends the metrics of each source at intervals, with the names and labels of `/metrics`. */
export const createMetricSink = (settings: TelemetrySettings, onFailure: (error: unknown) => void) => {
  const providers: MeterProvider[] = [];
  const startTime = now();
  const add = ({ service, read }: MetricSource): void => {
    const resource = resourceOf(service);
    const collect = async () => {
      const times = { startTime, endTime: now() };
      const metrics = (await read()).flatMap((each) => dataOf(family.parse(each), times));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'almanac' }, metrics }] }, errors: [] };
    };
    const reader = new PeriodicExportingMetricReader({
      exporter: reportFailures(new OTLPMetricExporter(), onFailure),
      metricProducers: [{ collect }],
      ...intervalOf(settings),
    });
    providers.push(new MeterProvider({ resource, readers: [reader] }));
  };
  return {
    add,
    flush: async () => void (await Promise.all(providers.map((provider) => provider.forceFlush()))),
    stop: async () => void (await Promise.all(providers.map((provider) => provider.shutdown()))),
  };
};

/** Milliseconds of an export at most, which must not exceed the interval. */
const TIMEOUT_MS = 30_000;

const intervalOf = ({ OTEL_METRIC_EXPORT_INTERVAL: interval }: TelemetrySettings) =>
  interval === undefined ? {} : { exportIntervalMillis: interval, exportTimeoutMillis: Math.min(interval, TIMEOUT_MS) };

type Times = Readonly<Record<'startTime' | 'endTime', HrTime>>;

const now = (): HrTime => {
  const ms = Date.now();
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
};

/** Returns a metric in OpenTelemetry's form; none for a summary, of which no metric of Almanac is. */
const dataOf = ({ name, help, type, values }: Family, times: Times): MetricData[] => {
  const common = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = values.map(({ labels, value }): DataPoint<number> => ({ ...times, attributes: labels, value }));
  if (type === 'counter')
    return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }];
  if (type === 'gauge') return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points }];
  if (type === 'summary') return [];
  return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsIn(values, times) }];
};

const histogramsIn = (values: readonly Value[], times: Times): DataPoint<Histogram>[] => {
  const series = Map.groupBy(values, ({ labels: { le, ...labels } }) => JSON.stringify(labels));
  return Array.from(series.values(), (samples) => {
    const { le, ...attributes } = samples[0]?.labels ?? {};
    const endingIn = (end: string): number => samples.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0;
    const buckets = samples.filter(({ labels }) => labels.le !== undefined);
    const boundaries = buckets.flatMap(({ labels }) => (labels.le === '+Inf' ? [] : [Number(labels.le)]));
    // prom-client counts everything up to a bound
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
    const value = { buckets: { boundaries, counts }, sum: endingIn('_sum'), count: endingIn('_count') };
    return { ...times, attributes, value };
  });
};
