import type { IncomingHttpHeaders } from 'node:http';
import type { PrincipalHeaders } from '@almanac/identity';
import { callerHeaders } from '@almanac/rest';
import { takeCodings } from './contentCoding.ts';
import type { Exchange } from './exchange.ts';

// RFC 9110 §7.6.1, and headers that the gateway has handled itself
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
  // a client's trace does not belong to the site
  'traceparent',
  'tracestate',
]);

/** Tells a service that the request's connection accepts application passwords. */
export const OFFERS_PASSWORDS = 'x-almanac-offers-passwords';

const isForwarded = (name: string): boolean => !NOT_FORWARDED.has(name) && !name.startsWith('x-almanac-');

interface Forwarding {
  /** The headers of the signed principal. */
  readonly signed: PrincipalHeaders;
  /** The `traceparent` of the span around the request to the service. */
  readonly traceparent: string | undefined;
}

/** Returns the headers for the service: the client's without `x-almanac-…`, and the gateway's own. */
export const forwardedHeaders = (exchange: Exchange, { signed, traceparent }: Forwarding): IncomingHttpHeaders => {
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(exchange.request.headers)) if (isForwarded(name)) headers[name] = value;
  takeCodings(exchange, headers);
  Object.assign(headers, signed);
  headers[callerHeaders.language] = exchange.language;
  headers[callerHeaders.site] = exchange.baseUrl;
  headers[callerHeaders.apiRoot] = exchange.apiRoot;
  headers[callerHeaders.requestId] = exchange.id;
  headers['x-forwarded-for'] = exchange.caller.ip;
  exchange.keeping?.ask(headers);
  if (traceparent !== undefined) headers.traceparent = traceparent;
  if (exchange.caller.offersPasswords) headers[OFFERS_PASSWORDS] = 'yes';
  return headers;
};
