import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalid, invalidParams } from '@almanac/rest';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/** OWASP's recommendation that takes the least memory: 16 MiB, and about 150 ms a guess. */
const COST = { N: 16_384, r: 8, p: 5 };
const BYTES = 32;

/** The slow hash of an account password: `scrypt$<N>$<r>$<p>$<salt>$<key>`, the last two base64url. */
export const hashPassword = async (password: string, salt: Buffer): Promise<string> => {
  const key = await derive(password.normalize('NFC'), salt, BYTES, COST);
  return [METHOD, salt.toString('base64url'), key.toString('base64url')].join('$');
};

const METHOD = `scrypt$${COST.N}$${COST.r}$${COST.p}`;

/** Whether a hash was made at another cost than that of today. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(`${METHOD}$`);

/** Whether the password is the one that was hashed. Takes equal time for all wrong ones. */
export const passwordFits = async (password: string, hash: string): Promise<boolean> => {
  const [, n, r, p, salt = '', expected = ''] = hash.split('$');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const key = await derive(password.normalize('NFC'), Buffer.from(salt, 'base64url'), BYTES, cost);
  const known = Buffer.from(expected, 'base64url');
  return known.length === key.length && timingSafeEqual(known, key);
};

/** Characters of a password that somebody chooses. */
const SHORTEST = 12;
/** Longer ones are refused unheard when somebody signs in: hashing them would take long. */
export const LONGEST_PASSWORD = 4_096;

/**
 * Checks a password that is to be an account's (docs/interface/core-users.md §4).
 * @throws DomainError 400 `rest_invalid_param` with `rest_user_invalid_password`
 */
export const checkNewPassword = async (password: string): Promise<void> => {
  if ([...password.normalize('NFC')].length < SHORTEST) {
    throw weak('{name} must have at least {shortest} characters.', { shortest: SHORTEST });
  }
  if (password.length > LONGEST_PASSWORD) {
    throw weak('{name} must have at most {longest} characters.', { longest: LONGEST_PASSWORD });
  }
  if (await isCommon(password)) throw weak('{name} is a password that many people use.');
};

const weak = (message: string, params: Readonly<Record<string, number>> = {}): Error =>
  invalidParams({ password: invalid(message, 'rest_user_invalid_password', params) });

/** A list of some 50,000, read when the first password is chosen. */
const isCommon = async (password: string): Promise<boolean> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password.toLowerCase());
};
