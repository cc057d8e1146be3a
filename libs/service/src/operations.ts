import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';
import { mayOperate } from './operators.ts';

export interface OperationsOptions {
  readonly metrics: Metrics;
  /** What is not ready, by name with the reason; empty when all is. */
  readonly unready: () => Promise<Readonly<Record<string, string>>>;
  /** Opens the metrics, and the reasons for not being ready, to its bearer on other machines. */
  readonly operationsToken?: string;
  readonly version?: string;
}

const NO_CACHE = { 'cache-control': 'no-store' };

const answer = (response: ServerResponse, status: number, body: object): void => {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { ...NO_CACHE, 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
};

/**
 * `GET /health` (the process runs), `/ready` (it can serve; 503 when it cannot) and `/metrics` (Prometheus text); every
 * other request goes on to `next`. Anybody learns whether it is ready; why not, and the metrics, are for operators.
 * Works as Express middleware and on a bare server.
 */
export const operations = (options: OperationsOptions) => {
  const { metrics, unready } = options;
  const mayRead = mayOperate(options);

  const sendReadiness = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reasons = await unready();
    if (Object.keys(reasons).length === 0) return answer(response, 200, { status: 'ready' });
    answer(response, 503, { status: 'unready', ...(mayRead(request) && { reasons }) });
  };

  const sendMetrics = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!mayRead(request)) return answer(response, 403, { status: 'forbidden' });
    const text = await metrics.registry.metrics();
    response.writeHead(200, { ...NO_CACHE, 'content-type': metrics.registry.contentType });
    response.end(text);
  };

  return function operations(request: IncomingMessage, response: ServerResponse, next: () => void) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (request.url === '/health') return answer(response, 200, { status: 'up' });
    if (request.url !== '/ready' && request.url !== '/metrics') return next();
    const send = request.url === '/ready' ? sendReadiness : sendMetrics;
    send(request, response).catch(() => answer(response, 503, { status: 'unready' }));
  };
};

/** A service's listener that answers the operations' paths first and counts the requests. */
export const withOperations = (listener: RequestListener, options: OperationsOptions): RequestListener => {
  const operate = operations(options);
  return (request, response) =>
    operate(request, response, () => {
      const began = performance.now();
      response.once('close', () => {
        const labels = { method: request.method ?? 'GET', status: response.statusCode, target: 'service' };
        options.metrics.request(labels, (performance.now() - began) / 1_000);
      });
      listener(request, response);
    });
};
