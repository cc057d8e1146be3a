import type { IncomingHttpHeaders } from 'node:http';
import { isAdministration } from '../administration.ts';
import { asksForProcedures } from '../aliases/remoteProcedures.ts';
import { isApiCatalog } from '../apiCatalog.ts';
import type { Exchange } from '../exchange.ts';
import { isFile } from '../files.ts';
import { wantsPage } from '../reference/referenceRoutes.ts';

/** Headers of requests that are answered without the cache: credentials, conditions, bodies, and announced prefetches. */
const PASSING: readonly string[] = [
  'authorization',
  'cookie',
  'range',
  'if-range',
  'if-match',
  'if-modified-since',
  'if-unmodified-since',
  'content-length',
  'content-type',
  'transfer-encoding',
  'expect',
  'upgrade',
  'purpose',
  'sec-purpose',
  'idempotency-key',
  'x-core-nonce',
  'x-http-method-override',
];

/** Accepted types that change the form of an answer: error documents and event streams. */
const FORMS = /problem|event-stream/i;

const MAX_KEY_LENGTH = 4_096;

const isPassing = (headers: IncomingHttpHeaders): boolean =>
  PASSING.some((name) => headers[name] !== undefined) ||
  headers['if-none-match']?.trim() === '*' ||
  (headers.accept !== undefined && FORMS.test(headers.accept));

/** True for a page of a service; files, the catalogue and the administration are answered without the cache. */
const isPage = (exchange: Exchange): boolean =>
  exchange.kind === 'page' &&
  !isFile(exchange) &&
  !isAdministration(exchange.path) &&
  !isApiCatalog(exchange) &&
  !asksForProcedures(exchange);

/**
 * Returns the key of the answer to a request of a visitor; undefined for a request that is answered without the cache.
 * The key has everything of a request that its answer may depend on. `notedHeaders` of `libs/rest` refuses answers that
 * depend on another header.
 */
export const answerKey = (exchange: Exchange): string | undefined => {
  const { request, kind, language, baseUrl, path, query, caller } = exchange;
  const { method, headers } = request;
  if (method !== 'GET' && (method !== 'HEAD' || exchange.rendering !== undefined)) return undefined;
  if (
    (kind !== 'rest' && !isPage(exchange)) ||
    exchange.isPassed === true ||
    exchange.named === true ||
    isPassing(headers)
  )
    return undefined;
  const flags = [
    method,
    kind,
    exchange.aliases === undefined ? '' : 'aliases',
    exchange.rendering === undefined ? '' : 'rendered',
    caller.offersPasswords ? 'passwords' : '',
    headers.origin === undefined ? '' : 'origin',
    kind === 'rest' && wantsPage(exchange) ? 'page' : '',
  ];
  // only the whole address shows if a page is at its canonical one
  const address = kind === 'page' ? (request.url ?? '') : '';
  const key = `${flags.join()} ${language} ${baseUrl} ${path}?${query} ${address}`;
  return key.length > MAX_KEY_LENGTH ? undefined : key;
};
