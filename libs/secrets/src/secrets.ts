import type { Entries, Entry } from '@almanac/documents';
import { open, type Sealed, seal } from './sealed.ts';
import type { SecretKey, SecretKeys } from './secretKeys.ts';

const KIND = 'secret';
const LONGEST = 64 * 1024;

/** No key is configured, so nothing can be encrypted or decrypted. */
export class SecretsKeyMissingError extends Error {
  readonly code = 'secrets-key-missing';
  readonly status = 503;

  constructor() {
    super('SECRETS_KEY is not set: tokens and keys of outside services cannot be kept (openssl rand -base64 32)');
    this.name = 'SecretsKeyMissingError';
  }
}

/** A secret is there and cannot be decrypted. */
export class SecretUnreadableError extends Error {
  readonly code = 'secret-unreadable';
  readonly status = 503;

  constructor(name: string, reason: string) {
    super(`the secret ${name} cannot be read: ${reason}`);
    this.name = 'SecretUnreadableError';
  }
}

/** Tokens and keys that a service keeps, by name, encrypted. A name tells nothing secret, such as `hook-7`. */
export interface Secrets {
  /**
   * Keeps a text in place of any before.
   * @param options `expiresAt`: milliseconds since the epoch, from then on it is gone
   * @throws SecretsKeyMissingError; RangeError above 64 KiB
   */
  put(name: string, text: string, options?: { readonly expiresAt?: number }): Promise<void>;
  /**
   * Keeps a text where there is none; false where there is one.
   * @throws SecretsKeyMissingError; RangeError above 64 KiB
   */
  add(name: string, text: string): Promise<boolean>;
  /**
   * The text; undefined where there is none.
   * @throws SecretsKeyMissingError, SecretUnreadableError
   */
  get(name: string): Promise<string | undefined>;
  /** False when there was none. */
  delete(name: string): Promise<boolean>;
}

export interface SecretsOptions {
  /** Whose secrets these are: another service's do not open here. */
  readonly service: string;
  readonly entries: Entries;
  readonly keys: SecretKeys;
}

/** A service's secrets over its entries (docs/adr/0026). */
export const createSecrets = ({ service, entries, keys }: SecretsOptions): Secrets => ({
  put: async (name, text, options = {}) => {
    requireShort(name, text);
    await entries.put(KIND, name, seal(currentOf(keys), placeOf(service, name), text), options);
  },
  add: async (name, text) => {
    requireShort(name, text);
    return entries.insert(KIND, name, seal(currentOf(keys), placeOf(service, name), text));
  },
  get: async (name) => {
    const entry = await entries.get<Sealed>(KIND, name);
    if (entry === undefined) return undefined;
    return opened(keys, service, entry);
  },
  delete: (name) => entries.delete(KIND, name),
});

const requireShort = (name: string, text: string): void => {
  if (Buffer.byteLength(text) > LONGEST) throw new RangeError(`the secret ${name} is longer than 64 KiB`);
};

/** What a rotation has done. */
export interface Rotation {
  /** Secrets that are encrypted with the current key now and were with another. */
  readonly changed: number;
  readonly unchanged: number;
}

/**
 * Encrypts with the current key what an old one has encrypted. The service may run meanwhile, if it knows both.
 * @throws SecretsKeyMissingError; SecretUnreadableError for the first that no key opens: nothing after it is changed
 */
export const rotateSecrets = async ({ service, entries, keys }: SecretsOptions): Promise<Rotation> => {
  const current = currentOf(keys);
  let [changed, unchanged, after] = [0, 0, ''];
  for (;;) {
    const page = await entries.list<Sealed>(KIND, { after });
    for (const entry of page) {
      if (entry.body.key === current.id) unchanged++;
      else if (await rotate({ service, entries, keys }, current, entry)) changed++;
      after = entry.id;
    }
    if (page.length === 0) return { changed, unchanged };
  }
};

/** False when the secret was changed or deleted meanwhile: then nothing old is left of it. */
const rotate = ({ service, entries, keys }: SecretsOptions, current: SecretKey, entry: Entry<Sealed>) => {
  const { id, revision, expiresAt } = entry;
  const sealed = seal(current, placeOf(service, id), opened(keys, service, entry));
  return entries.put(KIND, id, sealed, { ifRevision: revision, ...(expiresAt !== undefined && { expiresAt }) });
};

const opened = ({ current, old }: SecretKeys, service: string, { id, body }: Entry<Sealed>): string => {
  if (current === undefined) throw new SecretsKeyMissingError();
  const key = [current, ...old].find((each) => each.id === body.key);
  if (key === undefined)
    throw new SecretUnreadableError(
      id,
      `it needs the key ${body.key}, which neither SECRETS_KEY nor SECRETS_OLD_KEYS is`,
    );
  const text = open(key, placeOf(service, id), body);
  if (text === undefined) throw new SecretUnreadableError(id, 'it was changed, or belongs to another name');
  return text;
};

const currentOf = ({ current }: SecretKeys): SecretKey => {
  if (current === undefined) throw new SecretsKeyMissingError();
  return current;
};

const placeOf = (service: string, name: string): string => JSON.stringify(['almanac secret', service, name]);
