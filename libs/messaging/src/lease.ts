import type { Entries, Entry } from '@almanac/documents';

const KIND = 'lease';

/** The body of the entry `<name>#<term>`. */
interface Tenure {
  readonly holder: string;
  /** Counts the holder's heartbeats; contenders only see whether it moves. */
  readonly beat: number;
  readonly released: boolean;
}

export interface LeaseOptions {
  /** This process's clock, ms; it need not agree with anybody's. */
  now(): number;
  /** How long a holder's heartbeat must have stood still before another contender may take over, ms. */
  readonly duration: number;
}

/**
 * The right to be the one who works (docs/architecture.md §3). It is a hint, not a lock: a paused holder may wake and
 * go on for a moment, so whatever it writes carries its term, and a lower term than the stored one is refused.
 */
export interface Lease {
  /** The term of the last tenure; 0 before the first. */
  readonly term: number;
  /** Tries once to take the lease; true when it is held now. To be called several times within each duration. */
  acquire(): Promise<boolean>;
  /** Sends a heartbeat; false when somebody else holds a later term. */
  beat(): Promise<boolean>;
  /** Whether nobody else can have taken over yet, by this process's clock. */
  held(): boolean;
  /** Lets the next contender take over at once. */
  release(): Promise<void>;
}

/**
 * @param holder unique to this process. A process that can only run once keeps its name over restarts, and so takes its
 * own lease over without waiting
 */
export const createLease = (entries: Entries, name: string, holder: string, options: LeaseOptions): Lease =>
  new EntryLease(entries, name, holder, options);

/** A lease as anybody sees it: two looks between which the beat alone has moved show a holder that lives. */
export interface SeenLease {
  readonly term: number;
  readonly beat: number;
  readonly released: boolean;
}

/** Undefined for a lease that nobody has ever held. */
export const lookAtLease = async (entries: Entries, name: string): Promise<SeenLease | undefined> => {
  const top = await newestOf(entries, name);
  return top && { term: termOf(name, top), beat: top.body.beat, released: top.body.released };
};

const newestOf = async (entries: Entries, name: string): Promise<Entry<Tenure> | undefined> =>
  (await entries.list<Tenure>(KIND, { prefix: `${name}#`, reverse: true, limit: 1 }))[0];

const termOf = (name: string, entry: { readonly id: string } | undefined): number =>
  entry === undefined ? 0 : Number(entry.id.slice(name.length + 1));

class EntryLease implements Lease {
  readonly #entries: Entries;
  readonly #name: string;
  readonly #holder: string;
  readonly #options: LeaseOptions;
  #term = 0;
  #until = Number.NEGATIVE_INFINITY;
  /** The newest entry when its heartbeat last moved, and since when it has not moved. */
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
    if (!(await this.#entries.insert(KIND, this.#idOf(term), tenure))) return false;
    if (this.#termOf(await this.#newest()) !== term) {
      await this.#entries.delete(KIND, this.#idOf(term));
      return false;
    }
    this.#term = term;
    this.#until = startedAt + this.#options.duration;
    await this.#forgetBefore(term);
    return true;
  }

  /** Writes this holder's entry; false when the entry is gone or a later term has begun. */
  async #sign(released: boolean): Promise<boolean> {
    const own = await this.#entries.get<Tenure>(KIND, this.#idOf(this.#term));
    if (own === undefined || own.body.holder !== this.#holder) return false;
    const tenure: Tenure = { holder: this.#holder, beat: own.body.beat + 1, released };
    if (!(await this.#entries.put(KIND, own.id, tenure, { ifRevision: own.revision }))) return false;
    return this.#termOf(await this.#newest()) === this.#term;
  }

  async #forgetBefore(term: number): Promise<void> {
    for (const entry of await this.#entries.list(KIND, { prefix: `${this.#name}#` })) {
      if (this.#termOf(entry) < term) await this.#entries.delete(KIND, entry.id);
    }
  }

  #idOf(term: number): string {
    return `${this.#name}#${String(term).padStart(12, '0')}`;
  }

  #termOf(entry: { readonly id: string } | undefined): number {
    return termOf(this.#name, entry);
  }
}
