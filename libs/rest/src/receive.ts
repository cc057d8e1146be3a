import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { openSeal, type SealedRequestParts } from '@almanac/identity';
import { noteRoute } from '@almanac/telemetry';
import { abandonmentOf } from './abandonment.ts';
import { receiverOf } from './answerReceiver.ts';
import { type Body, hasBody, readBody } from './body.ts';
import { type CallerOptions, callerOf } from './caller.ts';
import type { ReceivedRequest } from './exchange.ts';
import { largeBodies } from './largeBodies.ts';
import { type Params, parseParams } from './params.ts';
import { signOfLife } from './signOfLife.ts';
import { clockUntil } from './usedLimits.ts';

/** A request, and the response for its answer. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface ReceiveOptions extends CallerOptions {
  /** Maximum size of a body in bytes. */
  readonly bodyLimit: number;
  /** The secret with which the gateway and services seal requests. */
  readonly secret: string;
  /** Secrets whose seals are accepted too, during a rotation. */
  readonly otherSecrets?: readonly string[];
  /** Returns the unit that counts as one address. */
  readonly networkOf: (address: string) => string;
}

/**
 * Splits a request's target into path and query; decodes the path except for slashes, and removes slashes at its end.
 */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const trimmed = path.length > 1 && path.endsWith('/') ? path.replace(/(?<!\/)\/+$/, '') : path;
  return { path: decoded(trimmed) || '/', query: mark < 0 ? '' : target.slice(mark + 1) };
};

const decoded = (path: string): string => {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path.replaceAll(/%2f/gi, '%252F'));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path;
  }
};

/**
 * Returns the method of a request; a POST may name another by `_method` in the query, else by header
 * (docs/interface/server.md §2).
 */
const methodOf = (method: string, params: Params, headers: IncomingHttpHeaders): string => {
  if (method !== 'POST') return method;
  const asked = params._method ?? headers['x-http-method-override'];
  return typeof asked === 'string' && asked !== '' ? asked.toUpperCase() : method;
};

/**
 * Reads a request as far as its route requires; the body is read when the route is known.
 * @throws DomainError 400 for a query beyond the limits, 401 for a principal that the gateway has not signed
 */
export const receive = ({ request, response }: Incoming, options: ReceiveOptions): ReceivedRequest => {
  const { path, query } = splitTarget(request.url ?? '/');
  const caller = callerOf(request.headers, options);
  const queryParams = parseParams(query);
  const method = methodOf(request.method ?? 'GET', queryParams, request.headers);
  let body: Promise<Body> | undefined;
  return {
    method,
    path,
    query,
    queryParams,
    headers: request.headers,
    caller,
    stream: request,
    onRoute: (route) => noteRoute(response, route),
    // a seal that has expired refuses the request, and refusals are not kept
    sealed: () =>
      openSeal(
        lineOf(request),
        options.secret,
        clockUntil(options.now, () => Number.POSITIVE_INFINITY),
        options.otherSecrets,
      ),
    abandoned: abandonmentOf(response),
    isConnected: () => !response.closed && !response.destroyed,
    goesOn: receiverOf(response)?.goesOn ?? signOfLife(response),
    onEnd: (end) => void (response.closed ? end() : response.once('close', end)),
    body: (limit = options.bodyLimit) => {
      // the gateway names the address of the client; it has counted the bodies of other requests
      const address = request.headers['x-forwarded-for'];
      const isCounted = address !== undefined && hasBody(request);
      const count = isCounted ? largeBodies.count(options.networkOf(String(address)), response) : undefined;
      body ??= readBody(request, method, { limit, count });
      return body;
    },
  };
};

/** Returns the request line as received, before method override. */
export const lineOf = ({ method = 'GET', url = '/', headers }: IncomingMessage): SealedRequestParts => ({
  method,
  target: url,
  headers,
});
