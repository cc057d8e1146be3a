import type { Entries, Entry } from '@almanac/documents';

const LEASE_KIND = 'lease';

/** A power cut that loses a lease ends its holder too, and loses what the holder wrote after it. */
const UNFLUSHED = { flushed: false } as const;

/** The body of the entry `<name>#<term>`. */
interface Tenure {
  readonly holder: string;
  /** Number of the holder's heartbeats; contenders only check if it changes. */
  readonly beat: number;
  readonly released: boolean;
}

export interface LeaseOptions {
  /** This process's clock in milliseconds; clocks need not agree. */
  now(): number;
  /** Milliseconds without a heartbeat of the holder after which another contender may take over. */
  readonly duration: number;
}

/**
 * The right to be the process that works (docs/architecture.md §3). It is a hint, not a lock: a paused holder may
 * continue for a moment. So its writes carry its term, and a term lower than the stored one is refused.
 */
export interface Lease {
  /** The term of the last tenure; 0 before the first. */
  readonly term: number;
  /** Tries once to take the lease; true if it is held now. Call it several times within each duration. */
  acquire(): Promise<boolean>;
  /** Sends a heartbeat; false if another holder has a later term. */
  beat(): Promise<boolean>;
  /** True if no other contender can have taken over yet, by this process's clock. */
  held(): boolean;
  /** Releases the lease, so that the next contender can take over at once. */
  release(): Promise<void>;
}

/**
 * @param holder unique to this process. A process that runs only once at a time keeps its name over restarts, and so
 * takes over its own lease without waiting
 */
export const createLease = (entries: Entries, name: string, holder: string, options: LeaseOptions): Lease =>
  new EntryLease(entries, name, holder, options);

/** A lease as other processes read it: if only the heartbeat has changed between two reads, the holder is running. */
export interface SeenLease {
  readonly term: number;
  readonly beat: number;
  readonly released: boolean;
}

/** Reads a lease; undefined if it was never held. */
export const readLease = async (entries: Entries, name: string): Promise<SeenLease | undefined> => {
  const top = await newestOf(entries, name);
  return top && { term: termOf(name, top), beat: top.body.beat, released: top.body.released };
};

const newestOf = async (entries: Entries, name: string): Promise<Entry<Tenure> | undefined> =>
  (await entries.list<Tenure>(LEASE_KIND, { prefix: `${name}#`, reverse: true, limit: 1 }))[0];

const termOf = (name: string, entry: { readonly id: string } | undefined): number =>
  entry === undefined ? 0 : Number(entry.id.slice(name.length + 1));

class EntryLease implements Lease {
  readonly #entries: Entries;
  readonly #name: string;
  readonly #holder: string;
  readonly #options: LeaseOptions;
  #term = 0;
  #until = Number.NEGATIVE_INFINITY;
  /** The newest entry when its heartbeat last changed, and the time of that change. */
  #seen: { readonly id: string; readonly beat: number; readonly since: number } | undefined;

  constructor(entries: Entries, name: string, holder: string, options: LeaseOptions) {
    this.#entries = entries;
    this.#name = name;
    this.#holder = holder;
    this.#options = options;
  }

  get term(): number {
    return this.#term;
  }

  held(): boolean {
    return this.#options.now() < this.#until;
  }

  async acquire(): Promise<boolean> {
    if (this.held()) return true;
    const top = await this.#newest();
    return top === undefined || this.#isFree(top) ? this.#take(this.#termOf(top) + 1) : false;
  }

  async beat(): Promise<boolean> {
    const startedAt = this.#options.now();
    const kept = await this.#sign(false);
    this.#until = kept ? startedAt + this.#options.duration : Number.NEGATIVE_INFINITY;
    return kept;
  }

  async release(): Promise<void> {
    this.#until = Number.NEGATIVE_INFINITY;
    if (this.#term > 0) await this.#sign(true);
  }

  #newest(): Promise<Entry<Tenure> | undefined> {
    return newestOf(this.#entries, this.#name);
  }

  #isFree({ id, body }: Entry<Tenure>): boolean {
    if (body.released || body.holder === this.#holder) return true;
    const now = this.#options.now();
    if (this.#seen?.id !== id || this.#seen.beat !== body.beat) this.#seen = { id, beat: body.beat, since: now };
    return now - this.#seen.since >= this.#options.duration;
  }

  async #take(term: number): Promise<boolean> {
    const startedAt = this.#options.now();
    const tenure: Tenure = { holder: this.#holder, beat: 0, released: false };
    if (!(await this.#entries.insert(LEASE_KIND, this.#idOf(term), tenure, UNFLUSHED))) return false;
    if (this.#termOf(await this.#newest()) !== term) {
      await this.#entries.delete(LEASE_KIND, this.#idOf(term));
      return false;
    }
    this.#term = term;
    this.#until = startedAt + this.#options.duration;
    await this.#forgetBefore(term);
    return true;
  }

  /** Writes this holder's entry; false if the entry is missing or a later term has begun. */
  async #sign(released: boolean): Promise<boolean> {
    const own = await this.#entries.get<Tenure>(LEASE_KIND, this.#idOf(this.#term));
    if (own === undefined || own.body.holder !== this.#holder) return false;
    const tenure: Tenure = { holder: this.#holder, beat: own.body.beat + 1, released };
    if (!(await this.#entries.put(LEASE_KIND, own.id, tenure, { ...UNFLUSHED, ifRevision: own.revision })))
      return false;
    return this.#termOf(await this.#newest()) === this.#term;
  }

  async #forgetBefore(term: number): Promise<void> {
    for (const entry of await this.#entries.list(LEASE_KIND, { prefix: `${this.#name}#` })) {
      if (this.#termOf(entry) < term) await this.#entries.delete(LEASE_KIND, entry.id);
    }
  }

  #idOf(term: number): string {
    return `${this.#name}#${String(term).padStart(12, '0')}`;
  }

  #termOf(entry: { readonly id: string } | undefined): number {
    return termOf(this.#name, entry);
  }
}
