import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Which key has signed: the operator's, or the id of a registered site, whose key the account has given. */
export const KEY_HEADER = 'x-engine-key';
/** When it was signed, in seconds since the epoch. */
export const TIME_HEADER = 'x-engine-time';
/** HMAC-SHA256 over method, path, time and body, in hexadecimal digits. */
export const SIGNATURE_HEADER = 'x-engine-signature';

/** The name of the key that the operator has given both sides. */
export const OPERATOR_KEY = 'operator';

/** How many seconds the clocks of both sides may differ. */
const TOLERANCE = 300;

/** What a signature is over. */
export interface Signed {
  readonly method: string;
  /** With its query, as it stands in the request. */
  readonly path: string;
  readonly body: string | Uint8Array;
}

export interface SigningKey {
  readonly name: string;
  readonly secret: string;
}

/** The headers that say who asks. @param at milliseconds since the epoch */
export const signatureHeaders = (signed: Signed, key: SigningKey, at: number): Record<string, string> => {
  const time = String(Math.floor(at / 1_000));
  return {
    [KEY_HEADER]: key.name,
    [TIME_HEADER]: time,
    [SIGNATURE_HEADER]: macOf(signed, key.secret, time).toString('hex'),
  };
};

/** What a request says of who has signed it. */
export interface SaidSignature {
  readonly time: string | undefined;
  readonly signature: string | undefined;
}

/** Whether a request was signed with this secret, and lately; compared in constant time. */
export const isSignedBy = (signed: Signed, said: SaidSignature, secret: string, now: number): boolean => {
  const { time = '', signature = '' } = said;
  if (!/^\d{1,12}$/.test(time) || Math.abs(Number(time) - now / 1_000) > TOLERANCE) return false;
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), macOf(signed, secret, time));
};

// the body by its hash: its length tells where it ends, and lines before it cannot hold a break
const macOf = ({ method, path, body }: Signed, secret: string, time: string): Buffer =>
  createHmac('sha256', secret)
    .update([method.toUpperCase(), path, time, createHash('sha256').update(body).digest('hex')].join('\n'))
    .digest();
