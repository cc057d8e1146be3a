import type { Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { Principal } from '@almanac/identity';

/** A registration with everything that operators and editors see of the aggregate's records. */
export interface RecordRegistration<State extends object = object, E extends Event = Event>
  extends Registration<State, E> {
  /** Without it operators see the members of the state, and can restore nothing. */
  readonly written?: WrittenRecord<State>;
  /** True if the principal may change the record, and so may read its history; without it only operators may. */
  mayEdit?(principal: Principal, state: State): boolean;
}

/** A record as those know it who write it (docs/interface/ops.md §2, §3). */
export interface WrittenRecord<State extends object = object> {
  /** What can be written of it, by the names and in the form that the route takes. Given a part of a state, that part. */
  members(state: State): Readonly<Record<string, unknown>>;
  /** The route of its change command: `/cal/events/v1/venues/{id}`; without one nothing is brought back. */
  readonly route?: string;
  /** Members that are shown and cannot be written. */
  readonly readOnly?: readonly string[];
  /** Members whose values operators must not see. */
  readonly secret?: readonly string[];
  /** Members that name other records, with the kind of these. */
  readonly references?: Readonly<Record<string, string>>;
  /** What people call it. */
  name?(state: State): string;
}
