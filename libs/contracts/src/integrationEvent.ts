import type { Commit } from '@almanac/event-store';

/**
 * An event that a service publishes to the others: ids and public content. Its personal members are declared; it has no
 * contact details of persons (docs/architecture.md §2, Erasure).
 */
export interface IntegrationEvent<Type extends string = string, Data = unknown> {
  /** The dotted and versioned type, owned by the publisher: `core.tag-changed.v1`. */
  readonly type: Type;
  /** The stream that the event is about; deliveries of one key keep their order. */
  readonly key: string;
  readonly data: Data;
}

/**
 * Maps a commit to its integration events; pure. Entry `n` belongs to the commit's event `n`; it is undefined if that
 * event stays private.
 */
export type Publishing = (commit: Commit) => readonly (IntegrationEvent | undefined)[];

/** Maximum number of events in a published commit; encoding a position as one number relies on it (`guardOf`). */
export const EVENTS_PER_COMMIT = 1_024;
