import type { Entries, Entry } from '@almanac/documents';
import { currentOf, opened } from './opened.ts';
import { type EncryptedText, seal } from './sealed.ts';
import { newKey, type SecretKey, type SecretKeys, secretKey } from './secretKeys.ts';

export const PERSON_KEY = 'person-key';

/** A person's key as stored: encrypted with the site's key, plain on a site without one, or destroyed. */
export type KeptKey = EncryptedText | { readonly plain: string } | { readonly destroyed: true };

/** Keys by person, named as streams are (`user-7`); null for a destroyed key. */
export type KeysOfPersons = ReadonlyMap<string, SecretKey | null>;

/**
 * One random key per person whose data a service publishes.
 * Topics cannot take data back, so personal data is encrypted there. Destroying the key erases it (docs/adr/0050).
 */
export interface PersonKeys {
  /** Returns the keys of these persons; creates missing ones. */
  keep(persons: readonly string[]): Promise<KeysOfPersons>;
  /** Returns the keys of those persons who have or had one. */
  read(persons: readonly string[]): Promise<KeysOfPersons>;
  /** Destroys the key of a person, who never gets another. */
  destroy(person: string): Promise<void>;
  /** Returns the persons whose key is destroyed. */
  destroyed(): Promise<string[]>;
}

export interface PersonKeysOptions {
  /** The service that owns the persons: its keys do not open in another service's entries. */
  readonly service: string;
  readonly entries: Entries;
  readonly keys: SecretKeys;
}

export const createPersonKeys = ({ service, entries, keys }: PersonKeysOptions): PersonKeys => {
  const read: PersonKeys['read'] = async (persons) => {
    const kept = await Promise.all(persons.map((person) => entries.get<KeptKey>(PERSON_KEY, person)));
    return new Map(
      kept.flatMap((entry) => (entry === undefined ? [] : [[entry.id, keyIn({ service, keys }, entry)] as const])),
    );
  };
  const made = (person: string): KeptKey => {
    const plain = newKey();
    return keys.current === undefined ? { plain } : seal(keys.current, placeOf(service, person), plain);
  };
  return {
    read,
    keep: async (persons) => {
      const known = await read(persons);
      const unknown = persons.filter((person) => !known.has(person));
      if (unknown.length === 0) return known;
      // another process may have created or destroyed the key first
      await entries.insertAll<KeptKey>(
        PERSON_KEY,
        unknown.map((id) => ({ id, body: made(id) })),
      );
      return new Map([...known, ...(await read(unknown))]);
    },
    destroy: async (person) => {
      await entries.put<KeptKey>(PERSON_KEY, person, { destroyed: true }, { erasing: true });
    },
    destroyed: async () => {
      const found: string[] = [];
      for (let after = ''; ; ) {
        const page = await entries.list<KeptKey>(PERSON_KEY, { after });
        if (page.length === 0) return found;
        found.push(...page.filter(({ body }) => 'destroyed' in body).map(({ id }) => id));
        after = page.at(-1)?.id ?? after;
      }
    },
  };
};

type Owner = Pick<PersonKeysOptions, 'service' | 'keys'>;

const keyIn = (owner: Owner, entry: Entry<KeptKey>): SecretKey | null => {
  const text = textOf(owner, entry);
  return text === null ? null : secretKey(text);
};

/**
 * Decrypts a person's key; null if it is destroyed.
 * @throws SecretsKeyMissingError, SecretUnreadableError
 */
const textOf = ({ service, keys }: Owner, { id, body }: Entry<KeptKey>): string | null => {
  if ('destroyed' in body) return null;
  return 'plain' in body ? body.plain : opened(keys, placeOf(service, id), { id, body });
};

/** Encrypts a person's key with the current key; undefined if that is done already, or the key is destroyed. */
export const rotatedKey = (owner: Owner, entry: Entry<KeptKey>): KeptKey | undefined => {
  const current = currentOf(owner.keys);
  const text = textOf(owner, entry);
  if (text === null || ('key' in entry.body && entry.body.key === current.id)) return undefined;
  return seal(current, placeOf(owner.service, entry.id), text);
};

const placeOf = (service: string, person: string): string => JSON.stringify(['almanac person key', service, person]);
