import type { KeysOfPersons, SecretKey } from '@almanac/secrets';
import { LRUCache } from 'lru-cache';

/** Keys of persons by the names of their streams; null for one whose key was destroyed, nothing for an unknown one. */
export type LoadKeys = (persons: readonly string[]) => Promise<KeysOfPersons>;

/** What is remembered of a person. */
interface Known {
  readonly key: SecretKey | null;
}

const MOST = 10_000;
/** Where nobody says that a person was erased, the key is forgotten after this time, ms. */
const KEPT = 600_000;

/** The persons whose keys are asked for together. */
interface Asked {
  readonly persons: Set<string>;
  readonly keys: Promise<KeysOfPersons>;
}

/** Keys of persons, remembered for a while; those that are asked for at the same time are loaded together. */
export class KeyRing {
  readonly #load: LoadKeys;
  readonly #known = new LRUCache<string, Known>({ max: MOST, ttl: KEPT });
  #next: Asked | undefined;
  readonly #loading = new Set<Asked>();

  constructor(load: LoadKeys) {
    this.#load = load;
  }

  /**
   * The key of a person; null where it was destroyed, undefined where there is none.
   * @throws what loading throws
   */
  async keyOf(person: string): Promise<SecretKey | null | undefined> {
    const known = this.#known.get(person);
    if (known !== undefined) return known.key;
    this.#next ??= this.#ask();
    this.#next.persons.add(person);
    return (await this.#next.keys).get(person);
  }

  /** Forgets the key of somebody who was erased, also one that is on its way. */
  forget(person: string): void {
    this.#known.delete(person);
    for (const asked of this.#loading) asked.persons.delete(person);
  }

  /** Asks when all who want to in this turn have said whom. */
  #ask(): Asked {
    const persons = new Set<string>();
    const asked: Asked = {
      persons,
      keys: new Promise((resolve) => setImmediate(resolve)).then(() => this.#fetch(asked)),
    };
    return asked;
  }

  async #fetch(asked: Asked): Promise<KeysOfPersons> {
    this.#next = undefined;
    this.#loading.add(asked);
    try {
      const keys = await this.#load([...asked.persons]);
      for (const [person, key] of keys) if (asked.persons.has(person)) this.#known.set(person, { key });
      return keys;
    } finally {
      this.#loading.delete(asked);
    }
  }
}
