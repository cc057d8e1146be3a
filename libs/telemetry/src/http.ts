import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OpenSpan, type SpanOptions, spans } from './spans.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What clients make up as a method is no name of spans. */
const known = (method = 'GET'): string => (METHODS.has(method) ? method : '_OTHER');

/**
 * The span of a request that is being answered; it ends with the answer. Addresses and queries are left out, since they
 * may name people and hold secrets: the declared route is told.
 * @param describe asked only where spans are made
 */
export const httpSpan = (
  request: IncomingMessage,
  response: ServerResponse,
  describe: () => Omit<SpanOptions, 'kind' | 'root'>,
): OpenSpan => {
  if (!spans.areMade()) return spans.current();
  const options = describe();
  const method = known(request.method);
  const attributes = { 'http.request.method': method, ...options.attributes };
  const span = spans.begin(method === '_OTHER' ? 'HTTP' : method, {
    ...options,
    kind: 'server',
    root: true,
    attributes,
  });
  if (span.traceparent === undefined) return span;
  onRoute(response, (route) => {
    span.rename(`${method} ${route}`);
    span.set({ 'http.route': route });
  });
  response.once('close', () => endWith(span, response));
  return span;
};

const endWith = (span: OpenSpan, { statusCode, writableFinished }: ServerResponse): void => {
  span.set({ 'http.response.status_code': statusCode });
  if (statusCode >= 500) span.fail(String(statusCode));
  else if (!writableFinished) span.fail('cancelled');
  span.end();
};

type Listener = (route: string) => void;

const ROUTE = Symbol('route');
const LISTENERS = Symbol('listeners of the route');

/** Members of the answer, since a map of answers, even a weak one, makes them outlive every minor collection. */
interface Routed {
  [ROUTE]?: string;
  [LISTENERS]?: Listener[];
}

/** Calls back when it is known which declared route answers. */
export const onRoute = (response: ServerResponse & Routed, listener: Listener): void => {
  response[LISTENERS] ??= [];
  response[LISTENERS].push(listener);
};

/** Says which declared route answers, as OpenAPI writes it. */
export const noteRoute = (response: ServerResponse & Routed, route: string): void => {
  response[ROUTE] = route;
  for (const listener of response[LISTENERS] ?? []) listener(route);
};

/** Which declared route answers; undefined where none does, or where it is not known yet. */
export const routeOf = (response: ServerResponse & Routed): string | undefined => response[ROUTE];

/** A request from outside, as lines of the log name it. */
export interface AskedBy {
  /** The id under which the gateway tells of it. */
  readonly requestId: string;
  /** The address that it comes from; absent where another part of the site asks for it. */
  readonly ip?: string;
}

const requests = new AsyncLocalStorage<AskedBy>();

/** Does work for a request. */
export const whileAskedBy = <Result>(request: AskedBy, work: () => Result): Result => requests.run(request, work);

/** The request for which the code that asks works; undefined outside of one. */
export const askedBy = (): AskedBy | undefined => requests.getStore();
