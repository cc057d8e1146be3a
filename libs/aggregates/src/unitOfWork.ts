import type { DocumentWrite } from '@almanac/documents';
import { type Aggregate, type Event, type Metadata, type Recorded, streamOf } from '@almanac/domain';
import type { NewEvent } from '@almanac/event-store';
import { type ClaimEvent, claim, claimId } from './claims.ts';
import { PreconditionFailedError } from './errors.ts';
import type { Registration } from './registration.ts';
import { documentsOf, evolve, type Loaded } from './state.ts';

type Load = <State extends object>(
  registration: Registration<State>,
  stream: { readonly name: string; readonly id: number | string },
) => Promise<Loaded<State>>;

type Find = <State extends object, E extends Event>(aggregate: Aggregate<State, E>) => Registration<State>;

interface Entry {
  readonly id: number | string;
  loaded: Loaded<object>;
}

/**
 * Everything one command decides, gathered into one commit. What is loaded shows the events appended before it, so
 * decisions within a commit build on one another; what is appended to is locked by its versions, what is only loaded
 * is not (architecture §2).
 */
export class UnitOfWork {
  readonly meta: Metadata;
  readonly #load: Load;
  readonly #find: Find;
  readonly #entries = new Map<string, Entry>();
  readonly #events: NewEvent[] = [];
  readonly #writes = new Map<string, DocumentWrite>();
  readonly #once: string[] = [];

  constructor(meta: Metadata, load: Load, find: Find) {
    this.meta = meta;
    this.#load = load;
    this.#find = find;
  }

  /** The record's state, with what this unit has appended to it; the initial state where there is no stream. */
  async load<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
  ): Promise<State> {
    return (await this.#entry(aggregate, id)).loaded.state as State;
  }

  /** The version of the record's stream; 0 where there is none. */
  async version<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
  ): Promise<number> {
    return (await this.#entry(aggregate, id)).loaded.version;
  }

  /**
   * Refuses unless the record stands at the version a client has named.
   * @throws PreconditionFailedError
   */
  async expectVersion<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
    expected: number | undefined,
  ): Promise<void> {
    if (expected !== undefined && (await this.version(aggregate, id)) !== expected) throw new PreconditionFailedError();
  }

  /** Appends decided events and folds them; an empty list is a decision that nothing changes. */
  async append<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
    events: readonly E[],
  ): Promise<State> {
    const entry = await this.#entry(aggregate, id);
    for (const event of events) this.#record(this.#find(aggregate), entry, streamOf(aggregate, id), event);
    return entry.loaded.state as State;
  }

  /** The stream that bears a unique name; null when the name is free. */
  async holder(scope: string, name: string): Promise<string | null> {
    return (await this.load(claim, claimId(scope, name))).by;
  }

  /** Takes a free name for a stream. Taking what one has changes nothing. */
  async take(scope: string, name: string, by: string): Promise<void> {
    const holder = await this.holder(scope, name);
    if (holder === by) return;
    if (holder !== null) throw new Error(`${claimId(scope, name)} is held by ${holder}`);
    await this.append(claim, claimId(scope, name), [{ type: 'Taken', data: { by } } satisfies ClaimEvent]);
  }

  /** Gives a name back; only its bearer can. */
  async release(scope: string, name: string, by: string): Promise<void> {
    if ((await this.holder(scope, name)) !== by) return;
    await this.append(claim, claimId(scope, name), [{ type: 'Released', data: { by } } satisfies ClaimEvent]);
  }

  /** Makes this commit happen at most once under that name, whoever tries it. */
  once(name: string): void {
    this.#once.push(name);
  }

  get events(): readonly NewEvent[] {
    return this.#events;
  }

  get onceNames(): readonly string[] {
    return this.#once;
  }

  /** The documents that the appended events change, each in its last form. */
  get documents(): DocumentWrite[] {
    return [...this.#writes.values()];
  }

  /** A copy to try a part of the work on: what it appends is kept only when `adopt` is given it. */
  fork(): UnitOfWork {
    const copy = new UnitOfWork(this.meta, this.#load, this.#find);
    copy.adopt(this);
    return copy;
  }

  /** Takes over everything of a fork. */
  adopt(fork: UnitOfWork): void {
    for (const [stream, entry] of fork.#entries) this.#entries.set(stream, { ...entry });
    this.#events.splice(0, Number.POSITIVE_INFINITY, ...fork.#events);
    this.#once.splice(0, Number.POSITIVE_INFINITY, ...fork.#once);
    this.#writes.clear();
    for (const [key, write] of fork.#writes) this.#writes.set(key, write);
  }

  async #entry<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
  ): Promise<Entry> {
    const name = streamOf(aggregate, id);
    const known = this.#entries.get(name);
    if (known !== undefined) return known;
    const entry = { id, loaded: await this.#load(this.#find(aggregate), { name, id }) };
    this.#entries.set(name, entry);
    return entry;
  }

  #record(registration: Registration<object>, entry: Entry, stream: string, event: Event): void {
    const before = entry.loaded.state;
    const place: Recorded = { ...event, stream, version: entry.loaded.version + 1, meta: this.meta };
    const after = evolve(registration, before, place);
    entry.loaded = { state: after, version: place.version };
    this.#events.push({ stream, version: place.version, type: event.type, data: event.data });
    for (const write of documentsOf(registration, entry.id, before, after, place)) {
      this.#writes.set(`${write.collection.name}/${write.id}`, write);
    }
  }
}
