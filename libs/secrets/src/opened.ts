import type { Entry } from '@almanac/documents';
import { type EncryptedText, open } from './sealed.ts';
import type { SecretKey, SecretKeys } from './secretKeys.ts';

/** No key is configured, so nothing can be encrypted or decrypted. */
class SecretsKeyMissingError extends Error {
  readonly code = 'secrets-key-missing';
  readonly status = 503;

  constructor() {
    super('SECRETS_KEY is not set: tokens and keys of outside services cannot be kept (openssl rand -base64 32)');
    this.name = 'SecretsKeyMissingError';
  }
}

/** A stored secret cannot be decrypted. */
export class SecretUnreadableError extends Error {
  readonly code = 'secret-unreadable';
  readonly status = 503;

  constructor(name: string, reason: string) {
    super(`the secret ${name} cannot be read: ${reason}`);
    this.name = 'SecretUnreadableError';
  }
}

/**
 * Returns the key that encrypts.
 * @throws SecretsKeyMissingError
 */
export const currentOf = ({ current }: SecretKeys): SecretKey => {
  if (current === undefined) throw new SecretsKeyMissingError();
  return current;
};

/**
 * Decrypts an entry with the key that encrypted it.
 * @param place where the text is stored
 * @throws SecretsKeyMissingError, SecretUnreadableError
 */
export const opened = (
  keys: SecretKeys,
  place: string,
  { id, body }: Pick<Entry<EncryptedText>, 'id' | 'body'>,
): string => {
  const key = [currentOf(keys), ...keys.old].find((each) => each.id === body.key);
  if (key === undefined)
    throw new SecretUnreadableError(
      id,
      `it needs the key ${body.key}, which neither SECRETS_KEY nor SECRETS_OLD_KEYS is`,
    );
  const text = open(key, place, body);
  if (text === undefined) throw new SecretUnreadableError(id, 'it was changed, or belongs to another name');
  return text;
};
