import { type Aggregate, knowsSchema, upcast } from '@almanac/event-sourcing';
import type { Commit, Event, NewEvent } from '@almanac/event-store';
import type { IntegrationEvent, Publishing } from './integrationEvent.ts';

/** The stream and version of an event, for its mapping. */
export interface EventContext {
  readonly stream: string;
  readonly version: number;
  /** The number in the stream's name; NaN if it has none. */
  readonly id: number;
}

/**
 * Maps each domain event type to its integration event. A missing entry does not compile, so every new type must be
 * either published or kept private explicitly (docs/architecture.md §3).
 */
export type Mapping<E extends Event> = {
  readonly [Type in E['type']]: (
    event: Extract<E, { readonly type: Type }> & EventContext,
  ) => IntegrationEvent | undefined;
};

/** Maps an event that is not published. */
export const notPublished = (): undefined => undefined;

/** A newer release wrote the commit: this release does not know an event type in it, or the type's schema version. */
export class UnmappedEventError extends Error {
  readonly code = 'unmapped-event';
  constructor({ type, schema = 1, stream }: NewEvent) {
    super(`no mapping says what others are told of ${type} (form ${schema}) in ${stream}: a newer release wrote it`);
    this.name = 'UnmappedEventError';
  }
}

/**
 * Returns the publishing function for a mapping of all event types of a service.
 * @throws UnmappedEventError in the mapping, for an unknown type
 */
export const publishingOf = <E extends Event>(mapping: Mapping<E>): Publishing => {
  // the map loses the static types: each event finds its mapping by its type
  const mappings = new Map(Object.entries(mapping)) as Map<
    string,
    (event: NewEvent & EventContext) => IntegrationEvent | undefined
  >;
  return (commit) =>
    commit.events.map((event) => {
      const map = mappings.get(event.type);
      if (map === undefined) throw new UnmappedEventError(event);
      return map({ ...event, id: Number(event.stream.slice(event.stream.indexOf('-') + 1)) });
    });
};

/** An aggregate without upcasters, for types whose stored form has never changed. */
const ONE_FORM = {};

/**
 * Returns a publishing function that passes each event through the upcasters of its aggregate first. It maps an event
 * once, although the check of its commit, the consistency token and the followers of the log all ask for it.
 * @throws UnmappedEventError in the mapping, for a schema version newer than this release's
 */
export const publishUpcast = (aggregates: readonly Aggregate<object>[], publishing: Publishing): Publishing => {
  const byType = new Map(aggregates.flatMap((each) => Object.keys(each.upcasters ?? {}).map((type) => [type, each])));
  const lifted = (event: NewEvent): NewEvent => {
    const aggregate = byType.get(event.type) ?? ONE_FORM;
    if (!knowsSchema(aggregate, event)) throw new UnmappedEventError(event);
    return upcast(aggregate, event);
  };
  const mapped = new WeakMap<NewEvent, { readonly published: IntegrationEvent | undefined }>();
  const publish = (commit: Commit, event: NewEvent): IntegrationEvent | undefined => {
    const known = mapped.get(event);
    if (known !== undefined) return known.published;
    const [published] = publishing({ ...commit, events: [lifted(event)] });
    mapped.set(event, { published });
    return published;
  };
  return (commit) => commit.events.map((event) => publish(commit, event));
};
