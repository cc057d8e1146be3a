import type { KeysOfPersons, SecretKey } from '@almanac/secrets';
import { LRUCache } from 'lru-cache';

/** Returns keys of persons by the names of their streams; null for a destroyed key, no entry for an unknown person. */
export type LoadKeys = (persons: readonly string[]) => Promise<KeysOfPersons>;

/** The cached key of a person. */
interface CachedKey {
  readonly key: SecretKey | null;
}

const MAX_CACHED_KEYS = 10_000;
/** Milliseconds after which a cached key expires, if no event of an erasure arrives. */
const CACHED_KEY_MS = 600_000;

/** Persons whose keys are loaded together. */
interface KeyQuery {
  readonly persons: Set<string>;
  readonly keys: Promise<KeysOfPersons>;
}

/** A cache of persons' keys; keys that are requested at the same time are loaded together. */
export class KeyRing {
  readonly #load: LoadKeys;
  /** Created with the first key, because it takes room for its maximum at once. */
  #known: LRUCache<string, CachedKey> | undefined;
  #next: KeyQuery | undefined;
  readonly #loading = new Set<KeyQuery>();

  constructor(load: LoadKeys) {
    this.#load = load;
  }

  /**
   * Returns the key of a person; null for a destroyed key, undefined for none.
   * @throws the loader's error
   */
  async keyOf(person: string): Promise<SecretKey | null | undefined> {
    const known = this.#known?.get(person);
    if (known !== undefined) return known.key;
    this.#next ??= this.#ask();
    this.#next.persons.add(person);
    return (await this.#next.keys).get(person);
  }

  /** Removes the key of an erased person, also one that is being loaded. */
  forget(person: string): void {
    this.#known?.delete(person);
    for (const asked of this.#loading) asked.persons.delete(person);
  }

  /** Starts a load at the end of this turn, for all persons requested until then. */
  #ask(): KeyQuery {
    const persons = new Set<string>();
    const asked: KeyQuery = {
      persons,
      keys: new Promise((resolve) => setImmediate(resolve)).then(() => this.#fetch(asked)),
    };
    return asked;
  }

  async #fetch(asked: KeyQuery): Promise<KeysOfPersons> {
    this.#next = undefined;
    this.#loading.add(asked);
    try {
      const keys = await this.#load([...asked.persons]);
      this.#known ??= new LRUCache({ max: MAX_CACHED_KEYS, ttl: CACHED_KEY_MS });
      for (const [person, key] of keys) if (asked.persons.has(person)) this.#known.set(person, { key });
      return keys;
    } finally {
      this.#loading.delete(asked);
    }
  }
}
