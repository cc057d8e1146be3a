import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { sessionOfCookie } from '@almanac/identity';
import { EVENT_STREAM } from '@almanac/rest';
import type { Exchange } from './exchange.ts';
import { lastKept } from './lastKept.ts';

/** Content codings of answers, best first. */
const CODINGS = ['br', 'gzip'] as const;

/** A content coding (RFC 9110 §8.4.1). */
export type Coding = (typeof CODINGS)[number];

/** Minimum size in bytes of a body that is compressed; shorter bodies fit into one packet anyway. */
const MIN_CODED_BYTES = 1_024;

/** Brotli's default quality, 11, needs a hundred times as long for a tenth less. */
const BROTLI_QUALITY = 4;

/** Binary logarithm of Brotli's window in bytes; the default, 22, occupies 8 MB for each answer in transit. */
const BROTLI_WINDOW_BITS = 18;

const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
  },
};

/** Creates the stream that compresses an answer of any length. */
export const createCoder = (coding: Coding) => (coding === 'br' ? createBrotliCompress(BROTLI) : createGzip());

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses bytes outside the event loop. */
export const compress = (bytes: Uint8Array, coding: Coding): Promise<Buffer> =>
  coding === 'br' ? compressBrotli(bytes, BROTLI) : compressGzip(bytes);

const TEXT =
  /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript|x-ndjson)(?=\s*(?:;|$)))/i;

const isText = (type: string): boolean => TEXT.test(type) && !type.startsWith(EVENT_STREAM);

/** Returns the quality of each coding that an `Accept-Encoding` names; 1 if it says none. */
const qualitiesOf = (accepted: string): ReadonlyMap<string, number> =>
  new Map(
    accepted.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return [name, quality === undefined ? 1 : Number(quality) || 0];
    }),
  );

const qualityOf = (qualities: ReadonlyMap<string, number>, coding: string): number =>
  qualities.get(coding) ?? qualities.get('*') ?? 0;

/** Returns the coding that a client prefers; undefined for none. Of equals, the site's preference decides. */
export const preferredCoding = lastKept((accepted: string | undefined): Coding | undefined => {
  const qualities = qualitiesOf(accepted ?? '');
  const best = Math.max(qualities.get('identity') ?? 0, ...CODINGS.map((coding) => qualityOf(qualities, coding)));
  return best === 0 ? undefined : CODINGS.find((coding) => qualityOf(qualities, coding) === best);
});

/**
 * True if somebody who measures the length of compressed answers could learn a secret from them (BREACH): a browser adds
 * the session to requests that another site makes, and answers repeat parts of their address.
 */
const hasSecrets = ({ kind, request, baseUrl, named }: Exchange, headers: OutgoingHttpHeaders): boolean =>
  named === true ||
  headers['set-cookie'] !== undefined ||
  (kind !== 'rest' && /\bprivate\b/.test(String(headers['cache-control']))) ||
  sessionOfCookie(request.headers.cookie, baseUrl) !== undefined;

const UNCODED_STATUSES: ReadonlySet<number> = new Set([204, 206, 416]);

/** True if the answer's coding depends on `Accept-Encoding`: it is text that another request may get compressed. */
const isCodable = (status: number, headers: OutgoingHttpHeaders): boolean => {
  const { 'content-type': type, 'content-length': length, 'content-encoding': coding } = headers;
  if (UNCODED_STATUSES.has(status) || coding !== undefined || /\bno-transform\b/.test(String(headers['cache-control'])))
    return false;
  // many answers 304 have neither type nor length
  if (status === 304) return headers.etag !== undefined && (type === undefined || isText(String(type)));
  return type !== undefined && isText(String(type)) && (length === undefined || Number(length) >= MIN_CODED_BYTES);
};

const TAG_END = /-(br|gzip)"/g;

/** Returns the ETag of the compressed form of an answer: the same, with the coding as a suffix. */
const codedTag = (etag: string, coding: Coding): string => etag.replace(/"$/, `-${coding}"`);

/** Returns a list of ETags as services know them: without the suffixes of compressed forms. */
const plainTags = (tags: string): string => tags.replaceAll(TAG_END, '"');

/**
 * Returns the list of `If-None-Match` as services know it. The tag of a form that the client no longer accepts stays as
 * it is, and so matches nothing: the client could not read what it has stored.
 */
const acceptedTags = (tags: string, accepted: string | undefined): string => {
  if (accepted === undefined) return plainTags(tags);
  const qualities = qualitiesOf(accepted);
  return tags.replaceAll(TAG_END, (end, coding: string) => (qualityOf(qualities, coding) > 0 ? '"' : end));
};

/** Replaces the ETags of compressed forms by those of the answers, which are the ones that services know. */
export const takeCodings = (exchange: Exchange, headers: IncomingHttpHeaders): void => {
  const { 'if-match': match, 'if-none-match': noneMatch, 'accept-encoding': accepted } = headers;
  if (match !== undefined) headers['if-match'] = plainTags(match);
  if (noneMatch === undefined) return;
  exchange.namedTags ??= noneMatch;
  headers['if-none-match'] = acceptedTags(noneMatch, accepted?.toString());
};

/** Returns the ETag of an answer 304: that of the form which the client has stored. */
const storedTag = ({ request, namedTags = '' }: Exchange, etag: string): string => {
  if (namedTags.includes(etag)) return etag;
  const accepted = preferredCoding(request.headers['accept-encoding']);
  const codings = accepted === undefined ? CODINGS : [accepted, ...CODINGS];
  return codings.map((coding) => codedTag(etag, coding)).find((tag) => namedTags.includes(tag)) ?? etag;
};

/** Status and headers of an answer. */
export interface AnswerHead {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: OutgoingHttpHeaders;
}

/** The headers of an answer as they are sent. */
export interface CodedHead {
  /** The coding of the body; undefined if it is sent as it is. */
  readonly coding: Coding | undefined;
  readonly headers: OutgoingHttpHeaders;
}

const withVary = ({ response }: Exchange, headers: OutgoingHttpHeaders): OutgoingHttpHeaders => {
  const vary = [headers.vary ?? response.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ');
  return { ...headers, vary };
};

/**
 * Chooses the coding of an answer, and adapts its headers (docs/interface/server.md §10.6).
 * @param mayCode false if the answer is sent as it is in any case
 */
export const codedHead = (exchange: Exchange, { status, headers }: AnswerHead, mayCode = true): CodedHead => {
  if (!isCodable(status, headers)) return { coding: undefined, headers };
  const varied = withVary(exchange, headers);
  const { etag } = headers;
  if (status === 304) return { coding: undefined, headers: { ...varied, etag: storedTag(exchange, String(etag)) } };
  const { 'accept-encoding': accepted, range } = exchange.request.headers;
  const isCoded = mayCode && range === undefined && !hasSecrets(exchange, headers);
  const coding = isCoded ? preferredCoding(accepted) : undefined;
  if (coding === undefined) return { coding, headers: varied };
  const { 'content-length': _length, 'accept-ranges': _ranges, ...kept } = varied;
  const tag = etag === undefined ? {} : { etag: codedTag(String(etag), coding) };
  return { coding, headers: { ...kept, ...tag, 'content-encoding': coding } };
};
