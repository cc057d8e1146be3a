import { type Aggregate, knowsSchema, upcast } from '@almanac/event-sourcing';
import type { Event, NewEvent } from '@almanac/event-store';
import type { IntegrationEvent, Publishing } from './integrationEvent.ts';

/** The stream and version of an event, for its mapping. */
export interface EventContext {
  readonly stream: string;
  readonly version: number;
  /** The number in the stream's name; NaN where that has none. */
  readonly id: number;
}

/**
 * What is published of each type of event. A type without an entry does not compile, so every new domain event must say
 * what is published of it (docs/architecture.md §3).
 */
export type Mapping<E extends Event> = {
  readonly [Type in E['type']]: (
    event: Extract<E, { readonly type: Type }> & EventContext,
  ) => IntegrationEvent | undefined;
};

/** Maps an event of which nothing is published. */
export const notPublished = (): undefined => undefined;

/** A commit holds a type of event, or a stored form of one, that this release does not know: a newer one wrote it. */
export class UnmappedEventError extends Error {
  readonly code = 'unmapped-event';
  constructor({ type, schema = 1, stream }: NewEvent) {
    super(`no mapping says what others are told of ${type} (form ${schema}) in ${stream}: a newer release wrote it`);
    this.name = 'UnmappedEventError';
  }
}

/**
 * What a service publishes of a commit, by the mapping of all its events.
 * @throws UnmappedEventError in the mapping, for a type that is not in it
 */
export const publishingOf = <E extends Event>(mapping: Mapping<E>): Publishing => {
  // the types of events end here: by its type each event finds the mapping that takes it
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

/** Of a type whose stored form has never changed. */
const ONE_FORM = {};

/**
 * What a service publishes, given events in today's form: each passes the upcasters of its aggregate first.
 * @throws UnmappedEventError in the mapping, for a form that is newer than today's
 */
export const publishUpcast = (aggregates: readonly Aggregate<object>[], publishing: Publishing): Publishing => {
  const byType = new Map(aggregates.flatMap((each) => Object.keys(each.upcasters ?? {}).map((type) => [type, each])));
  const lifted = (event: NewEvent): NewEvent => {
    const aggregate = byType.get(event.type) ?? ONE_FORM;
    if (!knowsSchema(aggregate, event)) throw new UnmappedEventError(event);
    return upcast(aggregate, event);
  };
  return (commit) => publishing({ ...commit, events: commit.events.map(lifted) });
};
