import type { Documents, DocumentWrite, StateDocument } from '@almanac/documents';
import type { Event, EventStore, RecordedEvent } from '@almanac/event-store';
import { eventSourcingErrors } from './errors.ts';
import { idOfStream, type Registration } from './registration.ts';
import { knowsSchema, upcast } from './upcast.ts';

/** A stream's state at a version; version 0 is a missing stream. */
export interface LoadedState<State> {
  readonly state: State;
  readonly version: number;
}

/** True if this release can fold an event; a newer release may have written an unknown type or form. */
export const canFold = ({ aggregate }: Registration, event: Event & { readonly schema?: number }): boolean =>
  aggregate.eventTypes.includes(event.type) && knowsSchema(aggregate, event);

/** Folds one event. @throws DomainError `rest_unknown_event` for a type or form that the aggregate does not know */
export const evolve = <State extends object>(
  registration: Registration<State>,
  state: State,
  event: RecordedEvent<Event>,
): State => {
  const { aggregate } = registration;
  if (!canFold(registration, event))
    throw eventSourcingErrors.unknownEventType({ data: { type: event.type, stream: event.stream } });
  return aggregate.evolve(state, upcast(aggregate, event));
};

export interface StateSource {
  readonly store: EventStore;
  readonly documents: Documents;
}

/**
 * Loads a stream's newest state: its document as the snapshot, then, with `fromLog`, the events after it. A document of
 * another projection version is ignored: the stream is folded again.
 * @throws DomainError `rest_unknown_event` for an event that this release does not know
 */
export const loadState = async <State extends object>(
  { store, documents }: StateSource,
  registration: Registration<State>,
  stream: string,
  fromLog: boolean,
): Promise<LoadedState<State>> => {
  const document = await documents.get<State>(registration.collection, idOfStream(stream));
  const snapshot = usable(registration, document);
  if (snapshot !== undefined && !fromLog) return snapshot;
  const start = snapshot ?? { state: registration.aggregate.initialState, version: 0 };
  if (document === undefined && !fromLog) return start;
  return foldOnto(registration, start, store.readStream(stream, { from: start.version + 1 }));
};

/** Folds a stream's next events onto a state, up to a version. @throws DomainError `rest_unknown_event` */
export const foldOnto = async <State extends object>(
  registration: Registration<State>,
  start: LoadedState<State>,
  events: AsyncIterable<RecordedEvent>,
  until?: number,
): Promise<LoadedState<State>> => {
  let { state, version } = start;
  for await (const event of events) {
    state = evolve(registration, state, event);
    version = event.version;
    if (version === until) break;
  }
  return { state, version };
};

const usable = <State extends object>(
  registration: Registration<State>,
  document: StateDocument<State> | undefined,
): LoadedState<State> | undefined => {
  if (
    document === undefined ||
    document.projectionVersion !== registration.collection.projectionVersion ||
    document.body === null
  )
    return undefined;
  return { state: document.body, version: document.version };
};

/** Returns the documents that one event changes: the stream's own and those derived from it. */
export const documentsOf = <State extends object>(
  registration: Registration<State>,
  id: number | string,
  before: State,
  after: State,
  event: RecordedEvent<Event>,
): DocumentWrite[] => {
  const gone = registration.isGone?.(after) ?? false;
  const own = { collection: registration.collection, id, version: event.version, body: gone ? null : after };
  const more = registration.more;
  if (more === undefined) return [own];
  const derived = more.derive(before, after, upcast(registration.aggregate, event)).map((document) => ({
    collection: more.collection,
    id: document.id,
    version: event.version,
    body: document.body,
  }));
  return [own, ...derived];
};
