import { hash as digest, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizedText } from '@almanac/text';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/** OWASP's recommendation with the least memory: 16 MiB, and about 150 ms a guess. */
const SCRYPT_COST = { N: 16_384, r: 8, p: 5 };
const HASH_BYTES = 32;
const METHOD = `scrypt$${SCRYPT_COST.N}$${SCRYPT_COST.r}$${SCRYPT_COST.p}`;

/** Hashes a typed secret slowly: `scrypt$<N>$<r>$<p>$<salt>$<key>`, the last two base64url. */
export const slowHash = async (text: string, salt: Buffer): Promise<string> =>
  slowHashLike(text, `${METHOD}$${salt.toString('base64url')}`);

/** Hashes a text with the cost and salt of another hash; equal texts give equal hashes. */
export const slowHashLike = async (text: string, known: string): Promise<string> => {
  const [method, n, r, p, salt = ''] = known.split('$');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const key = await derive(normalizedText(text), Buffer.from(salt, 'base64url'), HASH_BYTES, cost);
  return [method, n, r, p, salt, key.toString('base64url')].join('$');
};

/** True if the text is the hashed one. Takes equal time for all wrong ones. */
export const fitsSlowHash = async (text: string, known: string): Promise<boolean> => {
  const tried = await slowHashLike(text, known);
  return timingSafeEqual(digest('sha256', tried, 'buffer'), digest('sha256', known, 'buffer'));
};

/** True if a hash is a slow one, of any cost. */
export const isSlowHash = (known: string): boolean => known.startsWith('scrypt$');

/** True if a hash was made with another method or cost than today's. */
export const isOutdatedHash = (known: string): boolean => !known.startsWith(`${METHOD}$`);
