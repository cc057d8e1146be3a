import type { Entries } from '@almanac/documents';
import { createPersonKeys, type PersonKeys } from './personKeys.ts';
import { newKey, readKeys } from './secretKeys.ts';
import { createSecrets, type Secrets } from './secrets.ts';

/** Creates a service's secrets for specs, with a new key. */
export const secretsUnderTest = (service: string, entries: Entries): Secrets =>
  createSecrets({ service, entries, keys: readKeys({ SECRETS_KEY: newKey() }) });

/** Creates the keys of a service's persons for specs, with a new key. */
export const personKeysUnderTest = (service: string, entries: Entries): PersonKeys =>
  createPersonKeys({ service, entries, keys: readKeys({ SECRETS_KEY: newKey() }) });
