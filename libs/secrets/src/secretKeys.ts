import { createHash, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

/** A key and its id, which reveals nothing about the key. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The key that encrypts, and old keys that only decrypt after a rotation. */
export interface SecretKeys {
  /** Undefined if none is configured: no secret can then be stored. */
  readonly current: SecretKey | undefined;
  readonly old: readonly SecretKey[];
}

/** An invalid key; the message does not repeat it. */
export class InvalidKeyError extends Error {
  readonly code = 'invalid-secrets-key';

  constructor(setting: string) {
    super(`${setting} holds a key that is not 32 random bytes in base64 or base64url (openssl rand -base64 32)`);
    this.name = 'InvalidKeyError';
  }
}

/** Returns a new random key as text. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/**
 * Reads keys from the configuration.
 * @param settings `SECRETS_KEY` one key, `SECRETS_OLD_KEYS` others, separated by commas
 * @throws InvalidKeyError
 */
export const readKeys = (settings: {
  readonly SECRETS_KEY?: string | undefined;
  readonly SECRETS_OLD_KEYS?: string | undefined;
}): SecretKeys => {
  const { SECRETS_KEY: current, SECRETS_OLD_KEYS: old } = settings;
  return {
    current: current === undefined ? undefined : keyOf(current, 'SECRETS_KEY'),
    old: old === undefined ? [] : old.split(',').map((text) => keyOf(text, 'SECRETS_OLD_KEYS')),
  };
};

/** True if a text is a key: 32 bytes in base64 or base64url. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9+/_-]{43}=?$/.test(text.trim());

/** Parses a key that `newKey` created; its id is a digest. */
export const secretKey = (text: string): SecretKey => {
  const bytes = Buffer.from(text.trim(), 'base64');
  return { id: createHash('sha256').update('almanac secrets key\n').update(bytes).digest('hex').slice(0, 12), bytes };
};

const keyOf = (text: string, setting: string): SecretKey => {
  if (!isKey(text)) throw new InvalidKeyError(setting);
  return secretKey(text);
};
