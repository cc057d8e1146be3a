import type { Entries } from '@almanac/documents';
import { newKey, readKeys } from './secretKeys.ts';
import { createSecrets, type Secrets } from './secrets.ts';

/** A service's secrets for specs, with a key of their own. */
export const secretsUnderTest = (service: string, entries: Entries): Secrets =>
  createSecrets({ service, entries, keys: readKeys({ SECRETS_KEY: newKey() }) });
