import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../core.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 24;
const MARKER = 'hmac';
/** Number of digest bytes stored (docs/interface/core-application-passwords.md §1). */
const SECRET_BYTES = 30;

/** Returns a new secret of 24 letters and digits, all equally likely. */
export const newSecret = (random: Random): string => {
  const fair = 256 - (256 % LETTERS.length);
  let secret = '';
  while (secret.length < LENGTH) {
    for (const byte of random(LENGTH))
      if (byte < fair && secret.length < LENGTH) secret += LETTERS[byte % LETTERS.length];
  }
  return secret;
};

/** Formats a secret for display: groups of four, separated by spaces. */
export const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Returns the part of a sent password that is compared: its letters and digits. */
export const comparedPart = (password: string): string => password.replace(/[^A-Za-z0-9]/g, '');

const digestOf = (secret: string, salt: string): string =>
  createHmac('sha256', salt).update(comparedPart(secret)).digest().subarray(0, SECRET_BYTES).toString('base64url');

/**
 * Returns the fast keyed digest of a secret, `hmac$<salt>$<digest>`. 142 random bits need no slow hash, and every
 * request verifies one.
 */
export const hashSecret = (secret: string, random: Random): string => {
  const salt = random(16).toString('base64url');
  return `${MARKER}$${salt}$${digestOf(secret, salt)}`;
};

/** True if the hash belongs to the secret. The comparison takes equal time for all wrong secrets. */
export const matchesHash = (secret: string, hash: string): boolean => {
  const [marker, salt = '', expected = ''] = hash.split('$');
  const known = Buffer.from(expected);
  const given = Buffer.from(digestOf(secret, salt));
  return marker === MARKER && known.length === given.length && timingSafeEqual(known, given);
};
