import type { Entries, Entry } from '@almanac/documents';
import { currentOf, opened } from './opened.ts';
import { type KeptKey, PERSON_KEY, rotatedKey } from './personKeys.ts';
import { type EncryptedText, seal } from './sealed.ts';
import type { SecretKeys } from './secretKeys.ts';

const SECRET_KIND = 'secret';
const MAX_SECRET_BYTES = 64 * 1024;

/** Encrypted tokens and keys of a service, by name. Names are not secret, such as `hook-7`. */
export interface Secrets {
  /**
   * Stores a text and replaces an earlier one.
   * @param options `expiresAt`: expiry in milliseconds since the epoch
   * @throws SecretsKeyMissingError; RangeError above 64 KiB
   */
  put(name: string, text: string, options?: { readonly expiresAt?: number }): Promise<void>;
  /**
   * Stores a text if the name is free; false if it is taken.
   * @throws SecretsKeyMissingError; RangeError above 64 KiB
   */
  add(name: string, text: string): Promise<boolean>;
  /**
   * Returns the text; undefined if there is none.
   * @throws SecretsKeyMissingError, SecretUnreadableError
   */
  get(name: string): Promise<string | undefined>;
  /** Deletes a text; false if there was none. */
  delete(name: string): Promise<boolean>;
}

export interface SecretsOptions {
  /** The owner of the secrets: those of another service cannot be decrypted here. */
  readonly service: string;
  readonly entries: Entries;
  readonly keys: SecretKeys;
}

/** Creates a service's secrets over its entries (docs/adr/0026). */
export const createSecrets = ({ service, entries, keys }: SecretsOptions): Secrets => ({
  put: async (name, text, options = {}) => {
    requireShort(name, text);
    await entries.put(SECRET_KIND, name, seal(currentOf(keys), placeOf(service, name), text), options);
  },
  add: async (name, text) => {
    requireShort(name, text);
    return entries.insert(SECRET_KIND, name, seal(currentOf(keys), placeOf(service, name), text));
  },
  get: async (name) => {
    const entry = await entries.get<EncryptedText>(SECRET_KIND, name);
    if (entry === undefined) return undefined;
    return opened(keys, placeOf(service, name), entry);
  },
  delete: (name) => entries.delete(SECRET_KIND, name),
});

const requireShort = (name: string, text: string): void => {
  if (Buffer.byteLength(text) > MAX_SECRET_BYTES) throw new RangeError(`the secret ${name} is longer than 64 KiB`);
};

/** The result of a rotation. */
export interface Rotation {
  /** Number of secrets newly encrypted with the current key. */
  readonly changed: number;
  readonly unchanged: number;
}

/**
 * Encrypts with the current key all secrets and keys of persons that an old key has encrypted. The service may run
 * meanwhile if it has both keys.
 * @throws SecretsKeyMissingError; SecretUnreadableError for the first entry that no key decrypts: the rotation stops
 * there
 */
export const rotateSecrets = async (options: SecretsOptions): Promise<Rotation> => {
  const current = currentOf(options.keys);
  const secrets = await rotateKind(options, SECRET_KIND, (entry: Entry<EncryptedText>) => {
    if (entry.body.key === current.id) return undefined;
    const place = placeOf(options.service, entry.id);
    return seal(current, place, opened(options.keys, place, entry));
  });
  const persons = await rotateKind(options, PERSON_KEY, (entry: Entry<KeptKey>) => rotatedKey(options, entry));
  return { changed: secrets.changed + persons.changed, unchanged: secrets.unchanged + persons.unchanged };
};

/** @param rotated returns the new body of an entry; undefined to leave it unchanged */
const rotateKind = async <Body>(
  { entries }: SecretsOptions,
  kind: string,
  rotated: (entry: Entry<Body>) => Body | undefined,
): Promise<Rotation> => {
  let [changed, unchanged, after] = [0, 0, ''];
  for (;;) {
    const page = await entries.list<Body>(kind, { after });
    for (const entry of page) {
      const { id, revision: ifRevision, expiresAt } = entry;
      const body = rotated(entry);
      // false if the entry was changed or deleted meanwhile: then its old text no longer exists
      const isChanged =
        body !== undefined &&
        (await entries.put(kind, id, body, { ifRevision, ...(expiresAt !== undefined && { expiresAt }) }));
      if (isChanged) changed++;
      else if (body === undefined) unchanged++;
      after = id;
    }
    if (page.length === 0) return { changed, unchanged };
  }
};

const placeOf = (service: string, name: string): string => JSON.stringify(['almanac secret', service, name]);
