import type { ServiceName } from '@almanac/contracts';

/** The place of an integration event: its commit's position in the source's log and its index there. */
export interface Mark {
  readonly position: number;
  readonly n: number;
}

/** An integration event as it arrives. Repeats are possible; loss and reordering within a key are not. */
export interface Delivery extends Mark {
  readonly source: ServiceName;
  /** Counts the source's restores from a backup. */
  readonly epoch: number;
  readonly type: string;
  readonly key: string;
  readonly data: unknown;
  /** When the source decided it, ISO 8601 UTC. */
  readonly at: string;
  readonly principal: string;
  readonly language: string;
  readonly correlation: string;
}

export interface Subscription {
  /** `<service>.<what it does>`, such as `calendar.copies`; the consumer group's name. */
  readonly name: string;
  readonly sources: readonly ServiceName[];
  /**
   * Makes the effect durable before it resolves; it may be called again for the same delivery, so it either appends
   * under `once/<effectOf(...)>` or writes documents guarded by `guardOf(delivery)`. A throw is retried, then the
   * delivery is parked with its key.
   */
  handle(delivery: Delivery): Promise<void>;
}

export interface RunningSubscription {
  /** Resolves to true once everything of the source up to the mark is handled, to false after `timeout` ms. */
  reached(source: ServiceName, mark: Mark, timeout: number): Promise<boolean>;
  /** How many commits of each source are not handled yet. */
  lag(): Promise<ReadonlyMap<ServiceName, number>>;
  stop(): Promise<void>;
}

/** A process's door to the bus. */
export interface Bus {
  subscribe(subscription: Subscription): Promise<RunningSubscription>;
  close(): Promise<void>;
}

/** The `once` name of the effect of a delivery in the consumer's own log (architecture §3). */
export const effectOf = (subscription: string, delivery: Delivery): string =>
  `${subscription}/${delivery.source}/${delivery.position}/${delivery.n}`;

/** A number that grows with (position, n): the version of documents made from others' events. */
export const guardOf = (mark: Mark): number => mark.position * 1_024 + mark.n;
