import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the digest under which a secret is looked up: no store contains the secret itself. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * Returns the hash of a code, which is short enough to be guessed: keyed by the site's secret.
 * @param of purpose of the code, so that the same code has another hash elsewhere
 */
export const codeHash = (code: string, of: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['login-code', of, code]))
    .digest('base64url');

/** Compares digests of the same kind in constant time. */
export const sameDigest = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
