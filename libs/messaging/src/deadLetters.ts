import type { ServiceName } from '@almanac/contracts';
import type { Entries, Entry } from '@almanac/documents';
import type { Delivery } from './bus.ts';

const LETTERS = 'parked';
const KEYS = 'parked-key';
const PAGE = 500;

/**
 * A delivery that could not be handled (`reason` has the error), or one that waits behind it with the same key (no
 * reason).
 */
export interface DeadLetter {
  readonly delivery: Delivery;
  readonly reason: string | null;
}

/** A blocked key: its first dead letter failed, and later deliveries wait behind it. */
interface BlockedKey {
  readonly source: ServiceName;
  readonly key: string;
  /** An operator has requested a replay. */
  readonly replay: boolean;
  /** Number of requests, so that a retry that fails leaves later requests open. */
  readonly requests?: number;
  /** The type of its first dead letter, if the release that ran the subscription did not know it. */
  readonly awaits?: string;
  /** Number of added dead letters, so that each addition changes the revision that freeing the key checks. */
  readonly parked: number;
}

type Key = Pick<Delivery, 'source' | 'key'>;

/**
 * The dead letters of one subscription or relay. A key is blocked as long as it has an entry. One write removes the
 * entry; it succeeds only if no dead letter was added since the queue was read as empty (docs/architecture.md §3).
 */
export interface DeadLetters {
  /**
   * Adds a failed delivery and blocks its key; idempotent. A delivery of an unknown type waits for a release that
   * supports the type.
   */
  add(delivery: Delivery, reason: unknown): Promise<void>;
  /** Adds a delivery if its key is blocked; returns false if the key is free, so that the delivery must be handled. */
  addBehind(delivery: Delivery): Promise<boolean>;
  /** Returns the dead letters, by source and key, each key's in order. */
  list(key?: Key): Promise<DeadLetter[]>;
  /**
   * Requests a replay of the dead letters of a key, or of all keys; the process that runs the subscription does it.
   */
  requestReplay(key?: Key): Promise<void>;
  /**
   * Requests a replay of the keys of a source that waited for a newer release and whose types this release supports.
   */
  requestKnown(source: ServiceName, knows: (type: string, key: string) => boolean): Promise<void>;
  /** Drops a dead letter; those behind it are retried. */
  discard(delivery: Delivery): Promise<void>;
  /**
   * Reads the blocked keys of a source. `isBlocked` answers from the last call, and includes letters that this instance
   * added.
   */
  refresh(source: ServiceName): Promise<void>;
  isBlocked(key: Key): boolean;
  /**
   * Handles the deliveries of a source's keys whose replay was requested, in order, and frees keys that become empty.
   * If a delivery fails again, its key stays blocked until the next request. The next drain continues after an
   * interruption by the signal. The checkpoint is not checked.
   * @param owns returns true for a key that this instance drains; default: all
   */
  drain(source: ServiceName, handle: Handle, signal?: AbortSignal, owns?: (key: string) => boolean): Promise<void>;
}

/** A newer release published the event: this one can neither handle nor safely skip it. */
export class UnknownTypeError extends Error {
  readonly code = 'unknown-type';
  readonly type: string;
  constructor(type: string) {
    super(`${type} is of a newer release: it is handled by itself once such a release runs here; or discard it`);
    this.name = 'UnknownTypeError';
    this.type = type;
  }
}

const awaitedIn = (reason: unknown): Pick<BlockedKey, 'awaits'> =>
  reason instanceof UnknownTypeError ? { awaits: reason.type } : {};

/** @param owner the subscription's or relay's name */
export const createDeadLetters = (entries: Entries, owner: string): DeadLetters => new EntryDeadLetters(entries, owner);

class EntryDeadLetters implements DeadLetters {
  readonly #entries: Entries;
  readonly #owner: string;
  readonly #known = new Map<string, BlockedKey>();

  constructor(entries: Entries, owner: string) {
    this.#entries = entries;
    this.#owner = owner;
  }

  async add(delivery: Delivery, reason: unknown): Promise<void> {
    const { source, key } = delivery;
    await this.#insert(delivery, String(reason));
    await this.#change(delivery, (before) => ({
      source,
      key,
      replay: before?.replay ?? false,
      requests: before?.requests ?? 0,
      parked: (before?.parked ?? 0) + 1,
      ...awaitedIn(reason),
    }));
  }

  async addBehind(delivery: Delivery): Promise<boolean> {
    await this.#insert(delivery, null);
    if (await this.#change(delivery, (before) => before && { ...before, parked: before.parked + 1 })) return true;
    await this.#entries.delete(LETTERS, this.#letterIdOf(delivery));
    this.#known.delete(this.#idOf(delivery));
    return false;
  }

  async list(key?: Key): Promise<DeadLetter[]> {
    const prefix = key === undefined ? `${this.#owner}/` : `${this.#idOf(key)}/`;
    return (await all<DeadLetter>(this.#entries, LETTERS, prefix)).map((entry) => entry.body);
  }

  async requestReplay(one?: Key): Promise<void> {
    const keys = one === undefined ? (await this.#keys(`${this.#owner}/`)).map((entry) => entry.body) : [one];
    for (const { source, key } of keys) {
      await this.#change({ source, key }, (before) => ({
        source,
        key,
        parked: 0,
        ...before,
        replay: true,
        requests: (before?.requests ?? 0) + 1,
      }));
    }
  }

  async requestKnown(source: ServiceName, knows: (type: string, key: string) => boolean): Promise<void> {
    const waits = ({ awaits, key, replay }: BlockedKey): boolean =>
      awaits !== undefined && !replay && knows(awaits, key);
    const known = [...this.#known.values()].filter((each) => each.source === source && waits(each));
    for (const { key } of known) await this.requestReplay({ source, key });
  }

  async discard(delivery: Delivery): Promise<void> {
    await this.#entries.delete(LETTERS, this.#letterIdOf(delivery));
    await this.requestReplay(delivery);
  }

  async refresh(source: ServiceName): Promise<void> {
    const prefix = `${this.#owner}/${source}/`;
    const keys = await this.#keys(prefix);
    for (const id of [...this.#known.keys()]) if (id.startsWith(prefix)) this.#known.delete(id);
    for (const entry of keys) this.#known.set(entry.id, entry.body);
  }

  isBlocked(key: Key): boolean {
    return this.#known.size > 0 && this.#known.has(this.#idOf(key));
  }

  async drain(source: ServiceName, handle: Handle, signal?: AbortSignal, owns = (_key: string) => true): Promise<void> {
    const wanted = (one: BlockedKey): boolean => one.source === source && one.replay && owns(one.key);
    for (const parked of [...this.#known.values()].filter(wanted)) {
      while (await this.#handlePage(parked, handle, signal)) if (await this.#free(parked)) break;
    }
  }

  /** Handles the first page of a key's dead letters; returns false if one failed again or the signal came. */
  async #handlePage(key: BlockedKey, handle: Handle, signal?: AbortSignal): Promise<boolean> {
    for (const letter of await this.#letters(key, PAGE)) {
      if (signal?.aborted) return false;
      // discarded since the page was read
      if ((await this.#entries.get(LETTERS, letter.id)) === undefined) continue;
      try {
        await handle(letter.body.delivery);
      } catch (error) {
        if (!signal?.aborted) await this.#refuse(letter, error, key);
        return false;
      }
      await this.#entries.delete(LETTERS, letter.id);
    }
    return true;
  }

  async #refuse(letter: Entry<DeadLetter>, error: unknown, { requests }: BlockedKey): Promise<void> {
    const failed: DeadLetter = { ...letter.body, reason: String(error) };
    // a letter that was discarded during its try is deleted, and the later ones are retried
    if (!(await this.#entries.put(LETTERS, letter.id, failed, { ifRevision: letter.revision }))) return;
    await this.#change(letter.body.delivery, (before) => {
      if (before === undefined) return undefined;
      const { awaits: _, ...blocked } = before;
      return { ...blocked, replay: before.requests !== requests, ...awaitedIn(error) };
    });
  }

  /**
   * Frees a key with an empty queue. The revision was read before the queue, so no letter added in between is missed.
   */
  async #free(key: Key): Promise<boolean> {
    const entry = await this.#entries.get<BlockedKey>(KEYS, this.#idOf(key));
    if ((await this.#letters(key, 1)).length > 0) return false;
    if (entry !== undefined && !(await this.#entries.delete(KEYS, entry.id, { ifRevision: entry.revision }))) {
      return false;
    }
    this.#known.delete(this.#idOf(key));
    return true;
  }

  /**
   * Changes the key's entry; `make` returns undefined for no change. Returns false if nothing was changed.
   */
  async #change(key: Key, make: (before?: BlockedKey) => BlockedKey | undefined): Promise<boolean> {
    const id = this.#idOf(key);
    const entry = await this.#entries.get<BlockedKey>(KEYS, id);
    const after = make(entry?.body);
    if (after === undefined) return false;
    if (!(await this.#entries.put(KEYS, id, after, { ifRevision: entry?.revision ?? 0 }))) {
      return this.#change(key, make);
    }
    this.#known.set(id, after);
    return true;
  }

  async #insert(delivery: Delivery, reason: string | null): Promise<void> {
    await this.#entries.insert<DeadLetter>(LETTERS, this.#letterIdOf(delivery), { delivery, reason });
  }

  #keys(prefix: string): Promise<Entry<BlockedKey>[]> {
    return all<BlockedKey>(this.#entries, KEYS, prefix);
  }

  #letters(key: Key, limit: number): Promise<Entry<DeadLetter>[]> {
    return this.#entries.list<DeadLetter>(LETTERS, { prefix: `${this.#idOf(key)}/`, limit });
  }

  #idOf({ source, key }: Key): string {
    return `${this.#owner}/${source}/${encodeURIComponent(key)}`;
  }

  #letterIdOf(delivery: Delivery): string {
    const sortKey = [delivery.epoch, delivery.position, delivery.n].map((part) => String(part).padStart(16, '0'));
    return `${this.#idOf(delivery)}/${sortKey.join('.')}`;
  }
}

type Handle = (delivery: Delivery) => Promise<void>;

const all = async <Body>(entries: Entries, kind: string, prefix: string): Promise<Entry<Body>[]> => {
  const found: Entry<Body>[] = [];
  for (;;) {
    const after = found.at(-1)?.id;
    const page = await entries.list<Body>(kind, { prefix, limit: PAGE, ...(after === undefined ? {} : { after }) });
    found.push(...page);
    if (page.length < PAGE) return found;
  }
};
