import type { RequestListener } from 'node:http';
import type { ServiceName } from '@almanac/contracts';
import { principalHeaders } from '@almanac/identity';
import { WAIT_FOR_HEADER } from '@almanac/messaging';
import { isCallback, parseParams, restErrors } from '@almanac/rest';
import { BATCH_NAMESPACE } from './batch/sendBatch.ts';
import type { Directory } from './directory.ts';
import { isOpenApi } from './documentAddress.ts';
import type { Exchange } from './exchange.ts';
import { forwardedHeaders } from './forwardedHeaders.ts';
import type { Identify } from './identification.ts';
import { meantMethod } from './method.ts';
import { answerPreflight, isPreflight } from './preflight.ts';
import type { RecentTokens } from './recentTokens.ts';
import { INDEX_PAGE, isReference, wantsPage } from './reference/referenceRoutes.ts';
import { responseHeaders } from './responseHeaders.ts';

export interface RestFrontOptions {
  readonly identify: Identify;
  readonly directory: Directory;
  /** Answers the gateway's own routes. */
  readonly own: RequestListener;
  readonly pass: (exchange: Exchange, service: ServiceName) => void;
  /** Calls `proceed` when the body has arrived. */
  readonly whenArrived: (exchange: Exchange, proceed: () => void) => void;
  readonly recentTokens: RecentTokens;
  readonly secret: string;
  readonly now: () => Date;
  /** Maximum size of a request body in bytes. */
  readonly bodyLimit: number;
}

const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

/** True if the gateway answers a path itself: indexes, the description, the reference and batches. */
const isOwn = (path: string, namespace = ''): boolean =>
  path === '/' ||
  isOpenApi(path) ||
  path.length === namespace.length + 1 ||
  isReference(path) ||
  path.toLowerCase() === BATCH_NAMESPACE;

/**
 * Creates the handler of everything below the REST root: it identifies the caller, limits the request's size and passes
 * it to the service of its route (docs/architecture.md §4).
 * @throws DomainError which the gateway answers
 */
export const createRestFront = (options: RestFrontOptions) => {
  const { identify, directory, own, pass, whenArrived, recentTokens, secret, now, bodyLimit } = options;

  const answerItself = (exchange: Exchange): void => {
    const { request, response, query, principal } = exchange;
    const path = wantsPage(exchange) ? INDEX_PAGE : exchange.path;
    exchange.target = 'gateway';
    request.url = query === '' ? path : `${path}?${query}`;
    request.headers = forwardedHeaders(exchange, {
      signed: principalHeaders(principal, { secret }, now(), { from: 'gateway', for: 'gateway' }),
      traceparent: exchange.span.traceparent,
    });
    const token = recentTokens.for('gateway');
    if (token !== undefined) request.headers[WAIT_FOR_HEADER] = token;
    for (const [name, value] of Object.entries(responseHeaders(exchange, 200, {})))
      response.setHeader(name, value ?? '');
    exchange.span.around(() => own(request, response));
  };

  return async function answerRest(exchange: Exchange): Promise<void> {
    const { request, path, query } = exchange;
    if (isPreflight(request)) return answerPreflight(exchange);
    if (query.includes('_jsonp') && !isCallback(parseParams(query)._jsonp)) throw restErrors.callbackInvalid();
    const method = meantMethod(request, exchange.query);
    if (method !== undefined) request.method = method;
    await identify(exchange);
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw restErrors.tooLarge();
    if (method === undefined || DOT_SEGMENT.test(path)) throw restErrors.noRoute();
    const found = directory.find(path);
    if (isOwn(path, found?.namespace)) return whenArrived(exchange, () => answerItself(exchange));
    if (found === undefined) throw restErrors.noRoute();
    exchange.isLarge = directory.takesLargeBodies(path);
    pass(exchange, found.service);
  };
};
