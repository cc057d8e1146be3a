import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { httpSpan, onRoute } from '@almanac/telemetry';
import { isLoopback } from './clientAddress.ts';
import { type Metrics, metricsOf } from './metrics.ts';

export interface OperationsOptions {
  readonly metrics: Metrics;
  /** Metrics of other parts of the site in this process, reported with its own. */
  readonly beside?: readonly Metrics['registry'][];
  /** Returns the reasons why the process is not ready, by name; empty if it is ready. */
  readonly unready: () => Promise<Readonly<Record<string, string>>>;
  /** Bearer token that opens the metrics, and the reasons for not being ready, to other machines. */
  readonly operationsToken?: string;
}

const NO_CACHE = { 'cache-control': 'no-store' };

const answer = (response: ServerResponse, status: number, body: object): void => {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { ...NO_CACHE, 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
};

/**
 * Answers `GET /health` (the process runs, in which version), `/ready` (it can serve, else 503) and `/metrics` (Prometheus text).
 * Passes every other request to `next`. Everybody may read the readiness; its reasons and the metrics are for
 * operators.
 * Works as Express middleware and on a bare server.
 */
export const operations = (options: OperationsOptions) => {
  const { metrics, unready, beside = [] } = options;
  const mayRead = mayOperate(options);

  const sendReadiness = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reasons = await unready();
    if (Object.keys(reasons).length === 0) return answer(response, 200, { status: 'ready' });
    answer(response, 503, { status: 'unready', ...(mayRead(request) && { reasons }) });
  };

  const sendMetrics = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!mayRead(request)) return answer(response, 403, { status: 'forbidden' });
    const text = await metricsOf([metrics.registry, ...beside]);
    response.writeHead(200, { ...NO_CACHE, 'content-type': metrics.registry.contentType });
    response.end(text);
  };

  return function operations(request: IncomingMessage, response: ServerResponse, next: () => void) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (request.url === '/health') return answer(response, 200, { status: 'up', version: metrics.version });
    if (request.url !== '/ready' && request.url !== '/metrics') return next();
    const send = request.url === '/ready' ? sendReadiness : sendMetrics;
    send(request, response).catch(() => answer(response, 503, { status: 'unready' }));
  };
};

/** The header with the declared route of an answer, for the gateway, which removes it. */
export const ROUTE_HEADER = 'x-almanac-route';

/** Wraps a service's listener: answers the operations' paths first, counts the requests and traces them. */
export const withOperations = (listener: RequestListener, options: OperationsOptions): RequestListener => {
  const operate = operations(options);
  return (request, response) =>
    operate(request, response, () => {
      countRequest(request, response, options.metrics);
      const { traceparent, 'x-almanac-request': id } = request.headers;
      httpSpan(request, response, () => ({
        service: options.metrics.service,
        parent: traceparent?.toString(),
        attributes: { 'almanac.request': id?.toString() },
      })).around(() => listener(request, response));
    });
};

const countRequest = (request: IncomingMessage, response: ServerResponse, metrics: Metrics): void => {
  const began = performance.now();
  let route: string | undefined;
  onRoute(response, (found) => {
    route = found;
    response.setHeader(ROUTE_HEADER, found);
  });
  response.once('close', () => {
    const labels = { method: request.method ?? 'GET', status: response.statusCode, target: 'service', route };
    metrics.request(labels, (performance.now() - began) / 1_000);
  });
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns a check of requests that may read metrics and the reasons for not being ready: those of this machine, unless
 * forwarded for another one, and those with the configured token.
 */
const mayOperate = ({ operationsToken }: { readonly operationsToken?: string }) => {
  const expected = operationsToken === undefined ? undefined : digest(`Bearer ${operationsToken}`);
  return ({ socket, headers }: IncomingMessage): boolean => {
    if (expected !== undefined && timingSafeEqual(digest(headers.authorization ?? ''), expected)) return true;
    return headers['x-forwarded-for'] === undefined && isLoopback(socket.remoteAddress ?? '');
  };
};
