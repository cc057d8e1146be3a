import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { createRequestTimes, type RequestLabels } from './requestTimes.ts';

export interface Metrics {
  /** The label `service` of every metric. */
  readonly service: string;
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
  /** True to add memory, event loop and garbage collection of the process; one service per process is enough. */
  readonly process?: boolean;
}

/** Creates the metrics of one service, for `GET /metrics`. */
export const createMetrics = ({ service, process = false }: MetricsOptions): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (process) collectDefaultMetrics({ register: registry });
  return { service, registry, request: createRequestTimes(registry) };
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
