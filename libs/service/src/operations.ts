import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';

export interface OperationsOptions {
  readonly metrics: Metrics;
  /** What is not ready, by name with the reason; empty when all is. */
  readonly unready: () => Promise<Readonly<Record<string, string>>>;
  /** Who may read readiness and metrics; health is for everybody. Default: everybody. */
  readonly mayRead?: (request: IncomingMessage) => boolean;
  readonly version?: string;
}

const NO_CACHE = { 'cache-control': 'no-store' };

const answer = (response: ServerResponse, status: number, body: object): void => {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { ...NO_CACHE, 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
};

/**
 * `GET /health` (the process runs), `/ready` (it can serve; 503 with the reasons when it cannot) and `/metrics`
 * (Prometheus text); every other request goes on to `next`. Works as Express middleware and on a bare server.
 */
export const operations = (options: OperationsOptions) => {
  const { metrics, unready, mayRead = () => true } = options;

  const sendReadiness = async (response: ServerResponse): Promise<void> => {
    const reasons = await unready();
    const ready = Object.keys(reasons).length === 0;
    answer(response, ready ? 200 : 503, ready ? { status: 'ready' } : { status: 'unready', reasons });
  };

  const sendMetrics = async (response: ServerResponse): Promise<void> => {
    const text = await metrics.registry.metrics();
    response.writeHead(200, { ...NO_CACHE, 'content-type': metrics.registry.contentType });
    response.end(text);
  };

  return function operations(request: IncomingMessage, response: ServerResponse, next: () => void) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (request.url === '/health') return answer(response, 200, { status: 'up' });
    if (request.url !== '/ready' && request.url !== '/metrics') return next();
    if (!mayRead(request)) return answer(response, 403, { status: 'forbidden' });
    const send = request.url === '/ready' ? sendReadiness : sendMetrics;
    send(response).catch((error: unknown) => answer(response, 503, { status: String(error) }));
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
