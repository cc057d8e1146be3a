import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/** About 30 ms and 16 MiB a guess. */
const COST = { N: 16_384, r: 8, p: 1 };
const BYTES = 32;

/** The slow hash of an account password: `scrypt$<N>$<r>$<p>$<salt>$<key>`, the last two base64url. */
export const hashPassword = async (password: string, salt: Buffer): Promise<string> => {
  const key = await derive(password.normalize('NFC'), salt, BYTES, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

/** Whether the password is the one that was hashed. Takes equal time for all wrong ones. */
export const passwordFits = async (password: string, hash: string): Promise<boolean> => {
  const [, n, r, p, salt = '', expected = ''] = hash.split('$');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const key = await derive(password.normalize('NFC'), Buffer.from(salt, 'base64url'), BYTES, cost);
  const known = Buffer.from(expected, 'base64url');
  return known.length === key.length && timingSafeEqual(known, key);
};
