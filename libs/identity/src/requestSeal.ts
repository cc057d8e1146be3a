import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The header with the seal of a request between processes. */
export const SEAL_HEADER = 'x-almanac-seal';

/** Milliseconds until a seal expires, as for the signed principal beside it. */
const LIFETIME = 60_000;

/** The sealed parts of a request, besides the body. */
export interface SealedRequestParts {
  readonly method: string;
  /** The path and query as sent. */
  readonly target: string;
  /** The request's headers; the principal (`x-almanac-principal`) and the address (`x-forwarded-for`) are sealed. */
  readonly headers: IncomingHttpHeaders;
}

/** Returns the sealed content of a complete body: its hash. */
export const contentOfBody = (body: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(body).digest('base64url')}`;

/** Returns the sealed content of a body that the sender streams: its type and length; that of `''` for no body. */
export const contentOfStream = ({ headers }: Pick<SealedRequestParts, 'headers'>): string => {
  const { 'content-type': type = '', 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (encoding === undefined && Number(length ?? 0) === 0) return contentOfBody('');
  return `stream:${length ?? ''}:${type}`;
};

const macOf = ({ method, target, headers }: SealedRequestParts, rest: readonly string[], secret: string): Buffer => {
  const sealed = [method, target, headers['x-almanac-principal'] ?? '', headers['x-forwarded-for'] ?? '', ...rest];
  return createHmac('sha256', secret)
    .update(`almanac-seal.${JSON.stringify(sealed)}`)
    .digest();
};

/**
 * Returns the value of `x-almanac-seal`: its expiry, the sealed content of the body, and an HMAC-SHA256 over both and
 * the request (docs/architecture.md §9).
 * @param content of `contentOfBody` or `contentOfStream`
 * @param secret shared by the gateway and all services of one site
 */
export const sealRequest = (line: SealedRequestParts, content: string, secret: string, now: Date): string => {
  const rest = [String(now.getTime() + LIFETIME), Buffer.from(content).toString('base64url')];
  return [...rest, macOf(line, rest, secret).toString('base64url')].join('.');
};

/**
 * Returns the sealed content of a request's body; undefined without a seal, or with one that is forged, expired, or of
 * another request. Takes equal time for all seals.
 * @param others secrets that are accepted too, during a rotation
 */
export const openSeal = (
  line: SealedRequestParts,
  secret: string,
  now: Date,
  others: readonly string[] = [],
): string | undefined => {
  const [expires = '', content = '', given = '', ...more] = String(line.headers[SEAL_HEADER] ?? '').split('.');
  const received = Buffer.from(given, 'base64url');
  const isOurs = [secret, ...others].some((one) => {
    const expected = macOf(line, [expires, content], one);
    return more.length === 0 && received.length === expected.length && timingSafeEqual(received, expected);
  });
  return isOurs && Number(expires) > now.getTime() ? Buffer.from(content, 'base64url').toString() : undefined;
};
