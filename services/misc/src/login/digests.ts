import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Under which a secret that only its holder knows is looked up: no store holds one that could be used. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * What is kept of a code that is short enough to be guessed: keyed by the site's secret.
 * @param of what the code is for, so that the same code elsewhere is another
 */
export const codeHash = (code: string, of: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['login-code', of, code]))
    .digest('base64url');

/** Compares digests of the same kind in a time that does not tell how far they agree. */
export const sameDigest = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
