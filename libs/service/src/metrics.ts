import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  /** Counts and times answered requests. @param seconds from the first byte in to the last byte out */
  request(labels: { readonly method: string; readonly status: number; readonly target: string }, seconds: number): void;
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
    help: 'Answered requests by method, status and target',
    labelNames: ['method', 'status', 'target'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  return {
    registry,
    request: ({ method, status, target }, seconds) => requests.labels(method, String(status), target).observe(seconds),
  };
};
