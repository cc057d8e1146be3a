import { sendMetrics } from '@almanac/telemetry';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createRequestTimes, type RequestLabels } from './requestTimes.ts';

export interface Metrics {
  /** The label `service` of every metric. */
  readonly service: string;
  /** The version of the gateway or service, from its package.json. */
  readonly version: string;
  readonly registry: Registry;
  /**
   * Counts and times an answered request.
   * @param seconds from the first byte in to the last byte out
   */
  request(labels: RequestLabels, seconds: number): void;
}

export interface MetricsOptions {
  /** The label `service` of every metric. */
  readonly service: string;
  readonly version: string;
  /** The commit that the image was built from (`REVISION`); default: `unknown`. */
  readonly revision?: string | undefined;
  /** True to add memory, event loop and garbage collection of the process; one service per process is enough. */
  readonly process?: boolean;
}

/** Creates the metrics of one service, for `GET /metrics`. */
export const createMetrics = (options: MetricsOptions): Metrics => {
  const { service, version, revision = 'unknown', process = false } = options;
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const build = { name: 'almanac_build_info', help: 'The running release; always 1', registers: [registry] };
  new Gauge({ ...build, labelNames: ['version', 'revision'] }).labels({ version, revision }).set(1);
  if (process) collectDefaultMetrics({ register: registry });
  sendMetrics({ service, read: () => registry.getMetricsAsJSON() });
  return { service, version, registry, request: createRequestTimes(registry) };
};

interface CounterOptions<Value extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** The values of the label. */
  readonly values: readonly Value[];
}

/** Creates a counter with one label; returns a function that counts a value of the label. */
export const createCounter = <Value extends string>(
  registry: Registry,
  { name, help, label, values }: CounterOptions<Value>,
): ((value: Value) => void) => {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  const series = new Map(values.map((value) => [value, counter.labels(value)]));
  return (value) => series.get(value)?.inc();
};

/**
 * Returns the text of several registries as one.
 * Each metric's name, help and type occur once, before all its samples; labels distinguish the registries.
 */
export const metricsOf = async (registries: readonly Registry[]): Promise<string> => {
  const texts = await Promise.all(registries.map((registry) => registry.metrics()));
  const samples = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.split(/(?=^# HELP )/m))) {
    const [help = '', type = '', ...lines] = block.trimEnd().split('\n');
    const head = `${help}\n${type}`;
    samples.getOrInsertComputed(head, () => []).push(...lines.filter((line) => line !== ''));
  }
  return Array.from(samples, ([head, lines]) => [head, ...lines].join('\n').concat('\n')).join('\n');
};
