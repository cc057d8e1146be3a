import { randomBytes } from 'node:crypto';
import type { Entries } from '@almanac/documents';
import type { Secrets } from '@almanac/secrets';
import { newestLink } from './chain.ts';

const NAME = 'log-signing';
const KEY_BYTES = 32;

/** A signed log has lost its signing key: only deliberate removal explains that. */
class SigningKeyGoneError extends Error {
  readonly code = 'log-contradicted';
  constructor(service: string) {
    super(`the log of ${service} is signed, and the key of its signatures is gone`);
    this.name = 'SigningKeyGoneError';
  }
}

export interface KeySource {
  readonly service: string;
  readonly entries: Entries;
  readonly secrets: Secrets;
}

/**
 * Returns the key that signs a service's log: a secret, encrypted by the site's key, whose rotation keeps the
 * signatures valid. @throws SecretsKeyMissingError, SecretUnreadableError, SigningKeyGoneError
 */
export const existingKey = async ({ service, entries, secrets }: KeySource): Promise<Buffer | undefined> => {
  // read before the key: in the other order, a key that another replica creates meanwhile would seem lost
  const { n } = await newestLink(entries);
  const text = await secrets.get(NAME);
  if (text !== undefined) return Buffer.from(text, 'base64url');
  if (n > 0) throw new SigningKeyGoneError(service);
  return undefined;
};

/** Returns the signing key, creating it for a log without one; concurrent replicas all get the first. */
export const signingKey = async (source: KeySource): Promise<Buffer> => {
  const there = await existingKey(source);
  if (there !== undefined) return there;
  await source.secrets.add(NAME, randomBytes(KEY_BYTES).toString('base64url'));
  return signingKey(source);
};
