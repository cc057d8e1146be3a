import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The header with the signing key's name: `operator`, or the id of a registered site with a key from the account. */
export const KEY_HEADER = 'x-engine-key';
/** The header with the time of signing, in seconds since the epoch. */
export const TIME_HEADER = 'x-engine-time';
/** The header with the HMAC-SHA256 over method, path, time and body, in hexadecimal digits. */
export const SIGNATURE_HEADER = 'x-engine-signature';

/** The name of the key that the operator configures on both sides. */
export const OPERATOR_KEY = 'operator';

/** Maximum difference between both sides' clocks, in seconds. */
const TOLERANCE = 300;

/** The signed parts of a request. */
export interface SignedParts {
  readonly method: string;
  /** The path with its query, as in the request. */
  readonly path: string;
  readonly body: string | Uint8Array;
}

export interface SigningKey {
  readonly name: string;
  readonly secret: string;
}

/** Returns the headers that sign a request. @param at milliseconds since the epoch */
export const signatureHeaders = (signed: SignedParts, key: SigningKey, at: number): Record<string, string> => {
  const time = String(Math.floor(at / 1_000));
  return {
    [KEY_HEADER]: key.name,
    [TIME_HEADER]: time,
    [SIGNATURE_HEADER]: macOf(signed, key.secret, time).toString('hex'),
  };
};

/** The signature of a request, as its headers state it. */
export interface SignatureHeaders {
  readonly time: string | undefined;
  readonly signature: string | undefined;
}

/** True if a request was signed with this secret, at most 300 seconds from now; compares in constant time. */
export const isSignedBy = (signed: SignedParts, said: SignatureHeaders, secret: string, now: number): boolean => {
  const { time = '', signature = '' } = said;
  if (!/^\d{1,12}$/.test(time) || Math.abs(Number(time) - now / 1_000) > TOLERANCE) return false;
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), macOf(signed, secret, time));
};

// the body enters by its hash, of fixed length; the lines before it cannot hold a line break
const macOf = ({ method, path, body }: SignedParts, secret: string, time: string): Buffer =>
  createHmac('sha256', secret)
    .update([method.toUpperCase(), path, time, createHash('sha256').update(body).digest('hex')].join('\n'))
    .digest();
