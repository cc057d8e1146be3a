import type { Commit } from '@almanac/event-store';

/**
 * What a service publishes to the others: ids and public content, its personal members declared, and no contacts of
 * persons (docs/architecture.md §2, Erasure).
 */
export interface IntegrationEvent<Type extends string = string, Data = unknown> {
  /** Dotted and versioned, owned by the publisher: `core.tag-changed.v1`. */
  readonly type: Type;
  /** The stream it is about; deliveries of one key keep their order. */
  readonly key: string;
  readonly data: Data;
}

/**
 * Maps a commit to what is published of it, by a pure function: entry `n` is that of the commit's event `n`, undefined
 * where it stays private.
 */
export type Publishing = (commit: Commit) => readonly (IntegrationEvent | undefined)[];

/** The most events of a commit that is published: a position as one number relies on it (`libs/messaging`, guardOf). */
export const EVENTS_PER_COMMIT = 1_024;
