import type { Event, RecordedEvent } from '@almanac/event-store';
import type { Upcasters } from './upcast.ts';

/**
 * A fold over one stream, and the unit of decisions. `evolve` is pure, total over `eventTypes`, and never throws; the
 * runtime refuses other event types.
 */
export interface Aggregate<State, E extends Event = Event> {
  /** The first part of its streams' names: `venue` for `venue-42`. */
  readonly category: string;
  readonly initialState: State;
  readonly eventTypes: readonly E['type'][];
  /** Raised with every change of `evolve`: documents of a lower version are folded again. */
  readonly projectionVersion: number;
  /** Upcasters of event types whose stored form has changed. */
  readonly upcasters?: Upcasters<E>;
  /**
   * Schema versions in which new events are written, by event type; default: the current one. A release reads a form one
   * release before another writes it, so that the other can be taken back (docs/adr/0086).
   */
  readonly writes?: { readonly [Type in E['type']]?: number };
  evolve(state: State, event: RecordedEvent<E>): State;
}

/**
 * An aggregate with its decisions. `decide` is pure: time, ids, the principal, and data of other streams and services
 * come with the command or the facts. It returns no events if nothing changes.
 * @throws DomainError for a command that a rule refuses
 */
export interface Decider<State, E extends Event, Command, Facts = void> extends Aggregate<State, E> {
  decide(state: State, command: Command, facts: Facts): readonly E[];
}

/** Returns the name of a record's stream: `<category>-<id>`. */
export const streamOf = (aggregate: { readonly category: string }, id: number | string): string =>
  `${aggregate.category}-${id}`;

/** A record at one of its versions. */
export interface RecordVersion {
  readonly stream: string;
  readonly version: number;
}

/** Returns the version of a record's state. */
export const recordVersion = (
  aggregate: { readonly category: string },
  { id, version }: { readonly id: number | string; readonly version: number },
): RecordVersion => ({ stream: streamOf(aggregate, id), version });

/** True if an event belongs to the aggregate, by its stream and its type. */
export const isEventOf = <State, E extends Event, Stored extends Event & { readonly stream: string }>(
  { category, eventTypes }: Aggregate<State, E>,
  event: Stored,
): event is Stored & E => event.stream.startsWith(`${category}-`) && eventTypes.some((type) => type === event.type);

/** Folds a stream's events, in order, onto a state. */
export const fold = <State, E extends Event>(
  aggregate: Aggregate<State, E>,
  events: Iterable<RecordedEvent<E>>,
  from: State = aggregate.initialState,
): State => {
  let state = from;
  for (const event of events) state = aggregate.evolve(state, event);
  return state;
};
