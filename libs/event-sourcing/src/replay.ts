import { approximateSize, type DocumentTooLargeError, type DocumentWrite, storageRefusal } from '@almanac/documents';
import type { Commit, EventStore, NewEvent, RecordedEvent } from '@almanac/event-store';
import { LRUCache } from 'lru-cache';
import { eventSourcingErrors } from './errors.ts';
import { categoryOfStream, idOfStream, type Registration } from './registration.ts';
import type { RegistrationIndex } from './registrationIndex.ts';
import { canFold, documentsOf, evolve, foldOnto, type LoadedState } from './state.ts';

/** Reports a document that is skipped because it exceeds the limit of every store. */
export type OnUnstorable = (error: DocumentTooLargeError) => void;

/** Maximum number and total weight of cached stream states; other streams are folded again. */
const [REMEMBERED, WEIGHT] = [50_000, 64 * 1_024 * 1_024];

interface ReplayOptions {
  /** Maximum number of streams. */
  readonly remembered?: number;
  /** Maximum total weight of their states, roughly in characters. */
  readonly weight?: number;
  readonly onUnstorable?: OnUnstorable | undefined;
}

/**
 * Follows a log and returns the documents that its commits change. States are cached between commits, so that a log
 * read from its start is read once.
 */
export class Replay {
  readonly #store: EventStore;
  readonly #registrations: RegistrationIndex;
  readonly #onUnstorable: OnUnstorable;
  readonly #remembered: LRUCache<string, LoadedState<object>>;

  constructor(
    store: EventStore,
    registrations: RegistrationIndex,
    { remembered = REMEMBERED, weight = WEIGHT, onUnstorable = () => {} }: ReplayOptions = {},
  ) {
    this.#store = store;
    this.#registrations = registrations;
    this.#onUnstorable = onUnstorable;
    // a share at least: a limit of entries would reserve the memory of all of them
    const share = Math.ceil(weight / remembered);
    this.#remembered = new LRUCache({
      maxSize: weight,
      sizeCalculation: ({ state }) => Math.max(share, approximateSize(state)),
    });
  }

  /** Returns the commits before the first unknown one; if the first of all is unknown, only that one. */
  known(commits: readonly Commit[]): readonly Commit[] {
    const unknown = commits.findIndex(({ events }) => !events.every((event) => this.#knows(event)));
    return unknown === -1 ? commits : commits.slice(0, Math.max(1, unknown));
  }

  /**
   * Returns the documents that consecutive commits change, each in its last form, without documents too large to store.
   * @throws DomainError `rest_unknown_event` for an event type, or a category of streams, that this release does not know
   */
  async documentsOf(commits: readonly Commit[]): Promise<DocumentWrite[]> {
    const writes = new Map<string, DocumentWrite>();
    for (const { events, meta } of commits) {
      for (const event of events) {
        const registration = this.#registrationOf(event);
        const known = this.#remembered.get(event.stream);
        const before =
          known?.version === event.version - 1 ? known : await this.#load(registration, event.stream, event.version);
        for (const write of this.#evolve(registration, before, { ...event, meta }))
          writes.set(`${write.collection.name}/${write.id}`, write);
      }
    }
    return [...writes.values()].filter((write) => this.#isStorable(write));
  }

  /** True if the document can be stored; a document that is too large is reported and does not stop the others. */
  #isStorable(write: DocumentWrite): boolean {
    const refusal = storageRefusal(write);
    if (refusal !== undefined) this.#onUnstorable(refusal);
    return refusal === undefined;
  }

  #knows(event: NewEvent): boolean {
    const registration = this.#registrations.get(categoryOfStream(event.stream));
    return registration !== undefined && canFold(registration, event);
  }

  #registrationOf({ stream, type }: { readonly stream: string; readonly type: string }): Registration {
    const registration = this.#registrations.get(categoryOfStream(stream));
    if (registration === undefined) throw eventSourcingErrors.unknownEventType({ data: { type, stream } });
    return registration;
  }

  #evolve(registration: Registration, before: LoadedState<object>, event: RecordedEvent): DocumentWrite[] {
    const after = evolve(registration, before.state, event);
    this.#remembered.set(event.stream, { state: after, version: event.version });
    return documentsOf(registration, idOfStream(event.stream), before.state, after, event);
  }

  /** Returns the state right before a version. */
  async #load(registration: Registration, stream: string, version: number): Promise<LoadedState<object>> {
    const start = { state: registration.aggregate.initialState, version: 0 };
    if (version === 1) return start;
    return foldOnto(registration, start, this.#store.readStream(stream), version - 1);
  }
}
