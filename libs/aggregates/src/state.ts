import type { Documents, DocumentWrite, StateDocument } from '@almanac/documents';
import type { Event, Recorded } from '@almanac/domain';
import type { EventStore } from '@almanac/event-store';
import { UnknownEventTypeError } from './errors.ts';
import type { Registration } from './registration.ts';

/** A stream's state at a version; version 0 is a stream that is not there. */
export interface Loaded<State> {
  readonly state: State;
  readonly version: number;
}

/** Folds one event, refusing types that the aggregate does not list. */
export const evolve = <State extends object>(
  registration: Registration<State>,
  state: State,
  event: Recorded<Event>,
): State => {
  if (!registration.aggregate.eventTypes.includes(event.type))
    throw new UnknownEventTypeError(event.type, event.stream);
  return registration.aggregate.evolve(state, event);
};

/**
 * A stream's newest state: its document as the snapshot, then, with `fromLog`, the events after it. A document of an
 * older fold is not trusted: the stream is folded again.
 */
export const loadState = async <State extends object>(
  store: EventStore,
  documents: Documents,
  registration: Registration<State>,
  stream: { readonly name: string; readonly id: number | string },
  options: { readonly fromLog: boolean },
): Promise<Loaded<State>> => {
  const document = await documents.get<State>(registration.collection, stream.id);
  const snapshot = usable(registration, document);
  if (snapshot !== undefined && !options.fromLog) return snapshot;
  let { state, version } = snapshot ?? { state: registration.aggregate.initialState, version: 0 };
  if (snapshot === undefined && document === undefined && !options.fromLog) return { state, version };
  for (const event of await store.readStream(stream.name, { from: version + 1 })) {
    state = evolve(registration, state, event);
    version = event.version;
  }
  return { state, version };
};

const usable = <State extends object>(
  registration: Registration<State>,
  document: StateDocument<State> | undefined,
): Loaded<State> | undefined => {
  if (document === undefined || document.fold !== registration.collection.fold) return undefined;
  if (document.body === null) return undefined;
  return { state: document.body, version: document.version };
};

/** The documents that one event changes: the stream's own and those derived from it. */
export const documentsOf = <State extends object>(
  registration: Registration<State>,
  id: number | string,
  before: State,
  after: State,
  event: Recorded<Event>,
): DocumentWrite[] => {
  const gone = registration.isGone?.(after) ?? false;
  const own = { collection: registration.collection, id, version: event.version, body: gone ? null : after };
  const more = registration.more;
  if (more === undefined) return [own];
  const derived = more.derive(before, after, event).map((document) => ({
    collection: more.collection,
    id: document.id,
    version: event.version,
    body: document.body,
  }));
  return [own, ...derived];
};
