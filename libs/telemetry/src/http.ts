import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OpenSpan, type SpanOptions, spans } from './spans.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns a method as the name of a span; `_OTHER` for methods that clients made up. */
const known = (method = 'GET'): string => (METHODS.has(method) ? method : '_OTHER');

/**
 * Starts the span of an incoming request; it ends with the answer. The span has the declared route instead of address
 * and query, which may contain names of people and secrets.
 * @param describe called only if spans are recorded
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

/** Members of the response: a map of responses, even a weak one, makes them outlive every minor collection. */
interface ResponseMembers {
  [ROUTE]?: string;
  [LISTENERS]?: Listener[];
}

/** Calls back when the declared route of the answer is known. */
export const onRoute = (response: ServerResponse & ResponseMembers, listener: Listener): void => {
  response[LISTENERS] ??= [];
  response[LISTENERS].push(listener);
};

/** Sets the declared route of the answer, in OpenAPI's notation. */
export const noteRoute = (response: ServerResponse & ResponseMembers, route: string): void => {
  response[ROUTE] = route;
  for (const listener of response[LISTENERS] ?? []) listener(route);
};

/** Returns the declared route of the answer; undefined if there is none, or none is known yet. */
export const routeOf = (response: ServerResponse & ResponseMembers): string | undefined => response[ROUTE];

/** The identity of an outside request in log lines. */
export interface AskedBy {
  /** The id by which the gateway logs it. */
  readonly requestId: string;
  /** The address of the client; absent for requests of another part of the site. */
  readonly ip?: string;
}

const requests = new AsyncLocalStorage<AskedBy>();

/** Runs work on behalf of a request. */
export const runForRequest = <Result>(request: AskedBy, work: () => Result): Result => requests.run(request, work);

/** Returns the request on whose behalf the current code runs; undefined outside of one. */
export const askedBy = (): AskedBy | undefined => requests.getStore();
