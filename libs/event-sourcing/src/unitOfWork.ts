import type { DocumentWrite } from '@almanac/documents';
import type { Event, Metadata, NewEvent, RecordedEvent, StreamVersion } from '@almanac/event-store';
import { type Aggregate, type Decider, recordVersion, streamOf } from './aggregate.ts';
import { claim, claimId } from './claims.ts';
import { idOfStream, type Registration, type UniqueName } from './registration.ts';
import type { RegistrationIndex } from './registrationIndex.ts';
import { documentsOf, evolve, type LoadedState } from './state.ts';
import { storedForm } from './storedForm.ts';
import { writtenSchemaOf } from './upcast.ts';
import type { VersionCondition } from './versionCondition.ts';

/** The source of data that a unit of work does not have yet. */
export interface UnitSource {
  readonly registrations: RegistrationIndex;
  /** True if states come from the log, so that no document can be behind. */
  readonly fromLog: boolean;
  load(registration: Registration, stream: string): Promise<LoadedState<object>>;
  /** Refuses events that could not be committed. */
  check(events: readonly NewEvent[]): void;
}

interface Entry {
  readonly registration: Registration;
  readonly id: number | string;
  loaded: LoadedState<object>;
}

interface StateChange {
  readonly stream: string;
  readonly before: object;
  readonly after: object;
}

const includes = (names: readonly UniqueName[], { scope, name }: UniqueName): boolean =>
  names.some((each) => each.scope === scope && each.name === name);

/**
 * Everything one command decides, gathered into one commit. Loaded states include the events appended before, so
 * decisions within a commit build on one another. Streams with new events are locked by their versions; streams that
 * are only loaded are not (docs/architecture.md §2).
 */
export class UnitOfWork {
  readonly meta: Metadata;
  readonly #source: UnitSource;
  #entries = new Map<string, Entry>();
  #events: NewEvent[] = [];
  #writes = new Map<string, DocumentWrite>();
  #once: string[] = [];
  /** The version at which each stream was loaded from a document, by forks too. */
  #versions = new Map<string, number>();

  /** The unit of which this is a fork, and its number of events at that time. */
  #origin: { readonly unit: UnitOfWork; readonly events: number } | undefined;

  constructor(meta: Metadata, source: UnitSource) {
    this.meta = meta;
    this.#source = source;
  }

  /** Returns the record's state, including this unit's events; the initial state for a missing stream. */
  async load<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
  ): Promise<State> {
    // the entry belongs to the aggregate, and so does its state
    return (await this.#entry(aggregate, id)).loaded.state as State;
  }

  /** Returns the version of the record's stream; 0 for a missing stream. */
  async version<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
  ): Promise<number> {
    return (await this.#entry(aggregate, id)).loaded.version;
  }

  /**
   * Checks that the record is at the version in the client's condition.
   * @throws the condition's refusal
   */
  async expectVersion<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
    condition: VersionCondition | undefined,
  ): Promise<void> {
    const version = await this.version(aggregate, id);
    condition?.require(recordVersion(aggregate, { id, version }));
  }

  /**
   * Decides a command on the record's state and appends the events.
   * @throws DomainError if the decision refuses the command
   */
  async decide<State extends object, E extends Event, Command, Facts>(
    decider: Decider<State, E, Command, Facts>,
    id: number | string,
    command: Command,
    facts: Facts,
  ): Promise<State> {
    return this.append(decider, id, decider.decide(await this.load(decider, id), command, facts));
  }

  /**
   * Appends decided events and folds them; an empty list changes nothing. Takes and releases unique names accordingly.
   * @throws DomainError `rest_name_taken` if the record gets a name of another record
   */
  async append<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
    events: readonly E[],
  ): Promise<State> {
    const entry = await this.#entry(aggregate, id);
    const before = entry.loaded.state;
    const stream = streamOf(aggregate, id);
    for (const event of events) this.#record(entry, stream, event);
    const after = entry.loaded.state;
    if (after !== before) await this.#moveNames(entry.registration, { stream, before, after });
    return after as State; // by the aggregate's own `evolve`
  }

  /** Releases names that a record has lost, and takes its new ones. */
  async #moveNames({ names }: Registration, { stream, before, after }: StateChange): Promise<void> {
    if (names === undefined) return;
    const [had, has] = [await names(before), await names(after)];
    for (const name of had) if (!includes(has, name)) await this.release(name.scope, name.name, stream);
    for (const name of has) if (!includes(had, name)) await this.take(name.scope, name.name, stream);
  }

  /** Returns the stream that has a unique name; null for a free name. */
  async holder(scope: string, name: string): Promise<string | null> {
    return (await this.load(claim, claimId(scope, name))).by;
  }

  /**
   * Takes a free name for a stream. If the stream has the name already, nothing changes.
   * @throws DomainError `rest_name_taken` for a name of another stream; check `holder` first to avoid it
   */
  async take(scope: string, name: string, by: string): Promise<void> {
    await this.decide(claim, claimId(scope, name), { type: 'Take', name, by }, undefined);
  }

  /** Releases a name; only its holder can. */
  async release(scope: string, name: string, by: string): Promise<void> {
    await this.decide(claim, claimId(scope, name), { type: 'Release', by }, undefined);
  }

  /** Adds a once key: at most one commit with that name is written, by any process. */
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

  /** The streams that were loaded from documents, at the documents' versions. */
  get loaded(): StreamVersion[] {
    return [...this.#versions].map(([stream, version]) => ({ stream, version }));
  }

  /** The loaded streams that no event of this unit locks. */
  get unlocked(): StreamVersion[] {
    const locked = new Set(this.#events.map(({ stream }) => stream));
    return this.loaded.filter(({ stream }) => !locked.has(stream));
  }

  /** Returns a copy to try a part of the work on; `adopt` keeps its events. */
  fork(): UnitOfWork {
    const copy = new UnitOfWork(this.meta, this.#source);
    for (const [stream, entry] of this.#entries) copy.#entries.set(stream, { ...entry });
    copy.#events = [...this.#events];
    copy.#writes = new Map(this.#writes);
    copy.#once = [...this.#once];
    copy.#versions = this.#versions;
    copy.#origin = { unit: this, events: this.#events.length };
    return copy;
  }

  /**
   * Takes over everything of a fork, which must not be used any more.
   * @throws Error if this unit has appended since, or the fork is of another unit: events would get lost
   */
  adopt(fork: UnitOfWork): void {
    if (fork.#origin?.unit !== this || fork.#origin.events !== this.#events.length)
      throw new Error('a unit of work can only adopt its own fork, before it goes on itself');
    [this.#entries, this.#events] = [fork.#entries, fork.#events];
    [this.#writes, this.#once] = [fork.#writes, fork.#once];
  }

  /**
   * Tries work on a fork that is dropped, before outside effects that must not happen if the work is refused.
   * @throws the work's error, and the refusal of its commit; only conflicts are not foreseen
   */
  async dryRun(work: (trial: UnitOfWork) => Promise<unknown>): Promise<void> {
    const trial = this.fork();
    await work(trial);
    this.#source.check(trial.events.slice(this.#events.length));
  }

  async #entry<State extends object, E extends Event>(
    aggregate: Aggregate<State, E>,
    id: number | string,
  ): Promise<Entry> {
    const stream = streamOf(aggregate, id);
    const known = this.#entries.get(stream);
    if (known !== undefined) return known;
    const registration = this.#source.registrations.get(aggregate.category);
    if (registration === undefined) throw new Error(`no registration for the aggregate ${aggregate.category}`);
    const loaded = await this.#source.load(registration, stream);
    // Two concurrent loads are possible; events are appended to the state that was loaded first.
    const entry = this.#entries.get(stream) ?? { registration, id: idOfStream(stream), loaded };
    this.#entries.set(stream, entry);
    if (!this.#source.fromLog && entry.loaded === loaded) this.#versions.set(stream, loaded.version);
    return entry;
  }

  #record(entry: Entry, stream: string, event: Event): void {
    const { registration, loaded } = entry;
    const version = loaded.version + 1;
    const { type } = event;
    const schema = writtenSchemaOf(registration.aggregate, type);
    const form = schema === 1 ? {} : { schema };
    const recorded: RecordedEvent = { type, data: storedForm(event.data), stream, version, ...form, meta: this.meta };
    const after = evolve(registration, loaded.state, recorded);
    entry.loaded = { state: after, version };
    this.#events.push({ stream, version, type, ...form, data: recorded.data });
    for (const write of documentsOf(registration, entry.id, loaded.state, after, recorded)) {
      this.#writes.set(`${write.collection.name}/${write.id}`, write);
    }
  }
}
