import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** One key, known by an id that says nothing of it. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The key that encrypts, and those that only decrypt what was encrypted before a rotation. */
export interface SecretKeys {
  /** Undefined where none is configured: nothing can be kept then. */
  readonly current: SecretKey | undefined;
  readonly old: readonly SecretKey[];
}

/** A key cannot be used; the message does not repeat it. */
export class InvalidKeyError extends Error {
  readonly code = 'invalid-secrets-key';

  constructor(setting: string) {
    super(`${setting} holds a key that is not 32 random bytes in base64 or base64url (openssl rand -base64 32)`);
    this.name = 'InvalidKeyError';
  }
}

/** A new key as text. */
export const newKey = (): string => randomBytes(BYTES).toString('base64url');

/**
 * Reads keys from the configuration.
 * @param settings `SECRETS_KEY` one key, `SECRETS_OLD_KEYS` others, by commas
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

/** Whether a text is a key: 32 bytes in base64 or base64url. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9+/_-]{43}=?$/.test(text.trim());

/** A key of the text that `newKey` made; its id is a digest. */
export const secretKey = (text: string): SecretKey => {
  const bytes = Buffer.from(text.trim(), 'base64');
  return { id: createHash('sha256').update('almanac secrets key\n').update(bytes).digest('hex').slice(0, 12), bytes };
};

const keyOf = (text: string, setting: string): SecretKey => {
  if (!isKey(text)) throw new InvalidKeyError(setting);
  return secretKey(text);
};
