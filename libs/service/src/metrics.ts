import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** The label `service` of every metric. */
  readonly service: string;
  readonly registry: Registry;
  /** Counts and times answered requests. @param seconds from the first byte in to the last byte out */
  request(labels: RequestLabels, seconds: number): void;
}

export interface RequestLabels {
  readonly method: string;
  readonly status: number;
  /** What answered: a service, `gateway` or `page`; a service's own say `service`. */
  readonly target: string;
  /** The declared route, as OpenAPI writes it; undefined where none answered. */
  readonly route: string | undefined;
}

export interface MetricsOptions {
  /** The label `service` of every metric. */
  readonly service: string;
  /** Adds memory, event loop and garbage collection of the process; one service per process is enough. */
  readonly process?: boolean;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of one service, for `GET /metrics`. */
export const createMetrics = ({ service, process = false }: MetricsOptions): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (process) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests by method, status, target and declared route',
    labelNames: ['method', 'status', 'target', 'route'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  return {
    service,
    registry,
    request: ({ method, status, target, route = '' }, seconds) =>
      requests.labels(method, String(status), target, route).observe(seconds),
  };
};

/**
 * The text of several registries, whose labels tell them apart, as of one: a metric's name, help and type stand once,
 * before all its samples.
 */
export const metricsOf = async (registries: readonly Registry[]): Promise<string> => {
  const texts = await Promise.all(registries.map((registry) => registry.metrics()));
  const samples = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.split(/(?=^# HELP )/m))) {
    const [help = '', type = '', ...lines] = block.trimEnd().split('\n');
    const head = `${help}\n${type}`;
    samples.set(head, [...(samples.get(head) ?? []), ...lines.filter((line) => line !== '')]);
  }
  return Array.from(samples, ([head, lines]) => [head, ...lines].join('\n').concat('\n')).join('\n');
};
