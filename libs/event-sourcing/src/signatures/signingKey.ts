import { randomBytes } from 'node:crypto';
import type { Entries } from '@almanac/documents';
import type { Secrets } from '@almanac/secrets';
import { newestLink } from './chain.ts';

const NAME = 'log-signing';
const BYTES = 32;

/** A log is signed and the key of its signatures is gone: nobody but who removes it could have a reason for that. */
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
 * The key that signs a service's log: a secret, which the site's key encrypts and whose rotation leaves the signatures
 * as they are. @throws SecretsKeyMissingError, SecretUnreadableError, SigningKeyGoneError
 */
export const existingKey = async ({ service, entries, secrets }: KeySource): Promise<Buffer | undefined> => {
  // the key is there before what it signs: asked the other way round, one that another replica makes now would seem gone
  const { n } = await newestLink(entries);
  const text = await secrets.get(NAME);
  if (text !== undefined) return Buffer.from(text, 'base64url');
  if (n > 0) throw new SigningKeyGoneError(service);
  return undefined;
};

/** The same, made where the log has none yet; replicas that make it at once all get the first. */
export const signingKey = async (source: KeySource): Promise<Buffer> => {
  const there = await existingKey(source);
  if (there !== undefined) return there;
  await source.secrets.add(NAME, randomBytes(BYTES).toString('base64url'));
  return signingKey(source);
};
