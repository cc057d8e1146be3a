import type { OutgoingHttpHeaders } from 'node:http';
import { relationPrefix } from '@almanac/rest';
import type { Exchange } from './exchange.ts';
import { lastKept } from './lastKept.ts';

const EXPOSED = [
  'X-Cal-Total',
  'X-Cal-TotalPages',
  'X-Core-Total',
  'X-Core-TotalPages',
  'X-Core-Nonce',
  'ETag',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
].join(', ');

const ALLOWED = [
  'Authorization',
  'X-Core-Nonce',
  'Content-Disposition',
  'Content-MD5',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'X-HTTP-Method-Override',
  'traceparent',
].join(', ');

const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';

// docs/interface/server.md §10.3; any year in the past would do
const NO_CACHE = {
  expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
} as const;

/**
 * Returns the link to the interface's root that every answer carries, before the answer's own links
 * (docs/interface/server.md §10.1).
 */
const rootLink = ({ apiRoot }: Pick<Exchange, 'apiRoot'>): string => linkTo(apiRoot);

const linkTo = lastKept((apiRoot: string): string => `<${apiRoot}/>; rel="${relationPrefix}"`);

/** Answers of the interface are not pages: a browser that shows one runs and loads nothing, and does not frame it. */
const POLICY = "default-src 'none'; frame-ancestors 'none'";

const corsHeaders = ({ request, principal }: Exchange): OutgoingHttpHeaders => {
  const origin = request.headers.origin;
  if (origin !== undefined) {
    return {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': METHODS,
      // files and sandboxed frames of any site have the origin `null`
      ...(origin !== 'null' && { 'access-control-allow-credentials': 'true' }),
      vary: 'Origin',
    };
  }
  const publicRead = request.method === 'GET' && principal.kind === 'anonymous';
  return publicRead ? { vary: 'Origin' } : {};
};

const isKeptFromCaches = ({ principal, overridden, named }: Exchange, status: number): boolean =>
  principal.kind !== 'anonymous' || named === true || (overridden && status >= 400 && status < 500);

type Values = string | string[] | number | undefined;

const joined = (...values: Values[]): string | undefined =>
  values
    .flat()
    .filter((value) => value !== undefined && value !== '')
    .join(', ') || undefined;

/** Few answers have links of their own. */
const linksOf = (exchange: Exchange, own: Values): string | undefined =>
  own === undefined ? rootLink(exchange) : joined(rootLink(exchange), own);

/** Returns the limits that the request has used, here and in the service that answers. */
const limitHeaders = ({ limits }: Exchange, own: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(
    Object.entries(limits.headers()).map(([name, value]) => [
      name.toLowerCase(),
      joined(value, own[name.toLowerCase()]),
    ]),
  );

/** Returns the headers of a page: its own, and the link to the interface (docs/interface/pages.md §3). */
const pageHeaders = (exchange: Exchange, sent: OutgoingHttpHeaders): OutgoingHttpHeaders => {
  // two spellings of a name would be sent as two headers
  const own: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(sent)) own[name.toLowerCase()] = value;
  return {
    ...own,
    'x-content-type-options': 'nosniff',
    'x-request-id': exchange.id,
    ...limitHeaders(exchange, own),
    link: linksOf(exchange, own.link),
  };
};

/**
 * Returns the headers of an answer: its own, and those of every answer of the interface (docs/interface/server.md §10).
 * @param own names in lower case; of a page in any
 */
export const responseHeaders = (exchange: Exchange, status: number, own: OutgoingHttpHeaders): OutgoingHttpHeaders => {
  if (exchange.kind !== 'rest') return pageHeaders(exchange, own);
  const cors = corsHeaders(exchange);
  const headers: OutgoingHttpHeaders = {
    'content-security-policy': POLICY,
    ...own,
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'x-request-id': exchange.id,
    'access-control-expose-headers': EXPOSED,
    'access-control-allow-headers': ALLOWED,
    ...cors,
    ...limitHeaders(exchange, own),
    link: linksOf(exchange, own.link),
    ...(exchange.nonce !== undefined && { 'x-core-nonce': exchange.nonce }),
  };
  const vary = joined(own.vary, cors.vary);
  if (vary !== undefined) headers.vary = vary;
  if (!isKeptFromCaches(exchange, status)) return headers;
  delete headers['last-modified'];
  return Object.assign(headers, NO_CACHE);
};
