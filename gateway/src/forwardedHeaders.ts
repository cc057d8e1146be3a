import type { IncomingHttpHeaders } from 'node:http';
import { callerHeaders } from '@almanac/rest';
import type { Exchange } from './exchange.ts';

// RFC 9110 §7.6.1, and what the gateway has dealt with itself
const NOT_FORWARDED = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'authorization',
  'x-http-method-override',
  'x-forwarded-for',
  // a client's trace is not the site's
  'traceparent',
  'tracestate',
]);

/** Says that passwords are taken on the connection that a request came by. */
export const OFFERS_PASSWORDS = 'x-almanac-offers-passwords';

const isForwarded = (name: string): boolean => !NOT_FORWARDED.has(name) && !name.startsWith('x-almanac-');

interface Forwarding {
  /** Signed. */
  readonly principal: string;
  /** Of the span in which the service is asked. */
  readonly traceparent: string | undefined;
}

/** The request's headers as the service gets them: the client's, without its claims to be the gateway, and ours. */
export const forwardedHeaders = (exchange: Exchange, { principal, traceparent }: Forwarding): IncomingHttpHeaders => {
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(exchange.request.headers)) if (isForwarded(name)) headers[name] = value;
  headers[callerHeaders.principal] = principal;
  headers[callerHeaders.language] = exchange.language;
  headers[callerHeaders.site] = exchange.baseUrl;
  headers[callerHeaders.apiRoot] = exchange.apiRoot;
  headers[callerHeaders.requestId] = exchange.id;
  headers['x-forwarded-for'] = exchange.caller.ip;
  if (traceparent !== undefined) headers.traceparent = traceparent;
  if (exchange.caller.offersPasswords) headers[OFFERS_PASSWORDS] = 'yes';
  return headers;
};
