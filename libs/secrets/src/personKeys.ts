import type { Entries, Entry } from '@almanac/documents';
import { currentOf, opened } from './opened.ts';
import { type Sealed, seal } from './sealed.ts';
import { newKey, type SecretKey, type SecretKeys, secretKey } from './secretKeys.ts';

export const PERSON_KEY = 'person-key';

/**
 * A person's key as it is kept: sealed with the site's key, plain where a site has none, or destroyed for good.
 */
export type KeptKey = Sealed | { readonly plain: string } | { readonly destroyed: true };

/** Keys by person, as the names of streams (`user-7`); null for one whose key was destroyed. */
export type KeysOfPersons = ReadonlyMap<string, SecretKey | null>;

/**
 * One random key for each person of whom a service tells others: what is personal stands under it where nothing can be
 * taken back, on topics. Destroying it is erasing all of that (docs/adr/0050).
 */
export interface PersonKeys {
  /** The keys of these persons, made for those who have none yet. */
  keep(persons: readonly string[]): Promise<KeysOfPersons>;
  /** The same of those who have or had one. */
  read(persons: readonly string[]): Promise<KeysOfPersons>;
  /** Destroys the key of a person, who never gets another. */
  destroy(person: string): Promise<void>;
  /** Who has no key any more. */
  destroyed(): Promise<string[]>;
}

export interface PersonKeysOptions {
  /** Whose persons these are: a key does not open in another service's entries. */
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
      // who was first has made it, or destroyed it
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

/** @throws SecretsKeyMissingError, SecretUnreadableError */
const textOf = ({ service, keys }: Owner, { id, body }: Entry<KeptKey>): string | null => {
  if ('destroyed' in body) return null;
  return 'plain' in body ? body.plain : opened(keys, placeOf(service, id), { id, body });
};

/** A person's key under the current key; undefined where it is, or where there is none any more. */
export const rotatedKey = (owner: Owner, entry: Entry<KeptKey>): KeptKey | undefined => {
  const current = currentOf(owner.keys);
  const text = textOf(owner, entry);
  if (text === null || ('key' in entry.body && entry.body.key === current.id)) return undefined;
  return seal(current, placeOf(owner.service, entry.id), text);
};

const placeOf = (service: string, person: string): string => JSON.stringify(['almanac person key', service, person]);
