import type { Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { Principal } from '@almanac/identity';

/** A registration with the data that operators and editors see of the aggregate's records. */
export interface RecordRegistration<State extends object = object, E extends Event = Event>
  extends Registration<State, E> {
  /** Required for records with own routes; operators see the members of the state of other records. */
  readonly written?: WrittenRecord<State>;
  /** True if the principal may change the record, and so may read its history; without it only operators may. */
  mayEdit?(principal: Principal, state: State): boolean;
}

/** A record by the names of its own routes (docs/interface/ops.md §2, §3). */
export interface WrittenRecord<State extends object = object> {
  /**
   * Returns the members that the record's routes show or write, without those that every write changes. For the partial
   * state of an erasure it returns that part.
   */
  members(state: State): Readonly<Record<string, unknown>>;
  /** The route of its change command: `/cal/events/v1/venues/{id}`; without one it cannot be restored. */
  readonly route?: string;
  /** The method of that route. Default: POST. */
  readonly method?: 'PUT';
  /** Returns the route of a record's change command, for kinds whose records have different ones. */
  routeOf?(state: State): string;
  /** Members that are shown but cannot be written. */
  readonly readOnly?: readonly string[];
  /** Arguments of the change command, by the members that have another name in answers. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Members whose values operators must not see. */
  readonly secret?: readonly string[];
  /** Members that refer to other records, with the kind of these. */
  readonly references?: Readonly<Record<string, string>>;
  /** Returns the record's name for people. */
  name?(state: State): string;
}
