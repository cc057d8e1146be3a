import type { Entries } from '@almanac/documents';
import { createPersonKeys, type PersonKeys } from './personKeys.ts';
import { newKey, readKeys } from './secretKeys.ts';
import { createSecrets, type Secrets } from './secrets.ts';

/** A service's secrets for specs, with a key of their own. */
export const secretsUnderTest = (service: string, entries: Entries): Secrets =>
  createSecrets({ service, entries, keys: readKeys({ SECRETS_KEY: newKey() }) });

/** The keys of a service's persons for specs, with a key of their own. */
export const personKeysUnderTest = (service: string, entries: Entries): PersonKeys =>
  createPersonKeys({ service, entries, keys: readKeys({ SECRETS_KEY: newKey() }) });
