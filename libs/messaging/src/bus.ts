import { EVENTS_PER_COMMIT, type ServiceName } from '@almanac/contracts';

/** The place of an integration event: its commit's position in the source's log and the index there. */
export interface EventPosition {
  readonly position: number;
  readonly n: number;
}

/** A mark with the key of its event: where a source has partitions, the key says which one's progress to ask. */
export interface KeyedEventPosition extends EventPosition {
  readonly key: string;
}

/** An integration event as it arrives. Repeats are possible; loss and reordering within a key are not. */
export interface Delivery extends EventPosition {
  readonly source: ServiceName;
  /** Counts, from 1, the source's restores from a backup: positions after one are of a new epoch. */
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
  /**
   * The same for deliveries that follow one another, all or none, where that costs less than one by one. A bus may use
   * it; what throws is brought to `handle`, one by one.
   */
  handleTogether?(deliveries: readonly Delivery[]): Promise<void>;
  /**
   * For what a process keeps in memory alone: every process gets everything, from the moment on at which `subscribe`
   * resolves, and keeps no mark. What fails again and again is given up, with an error in the log, instead of parked.
   */
  readonly ephemeral?: boolean;
}

export interface RunningSubscription {
  /** Resolves to true once everything of the source and key up to the mark is handled, to false after `timeout` ms. */
  reached(source: ServiceName, event: KeyedEventPosition, timeout: number): Promise<boolean>;
  /**
   * How many commits of each source (where a topic is read: messages) are not handled yet.
   * @throws LogContradictedError the subscription has stopped, since a log contradicts its mark
   */
  lag(): Promise<ReadonlyMap<ServiceName, number>>;
  /** Waits for the handler in flight and keeps the mark. */
  stop(): Promise<void>;
}

/** A process's door to the bus. */
export interface Bus {
  /** Resolves at once; for an ephemeral subscription when it is known from where on it reads. */
  subscribe(subscription: Subscription): Promise<RunningSubscription>;
  close(): Promise<void>;
}

/** Whether a place lies behind another in its log. */
export const isAfter = (
  event: EventPosition & { epoch: number },
  other: EventPosition & { epoch: number },
): boolean => {
  if (event.epoch !== other.epoch) return event.epoch > other.epoch;
  return event.position === other.position ? event.n > other.n : event.position > other.position;
};

/**
 * The `once` name of the effect of a delivery in the consumer's own log (docs/architecture.md §3). A restored log uses
 * its positions again, so those of a later epoch have names of their own.
 */
export const effectOf = (
  subscription: string,
  delivery: Pick<Delivery, 'source' | 'epoch' | 'position' | 'n'>,
): string => {
  const source = delivery.epoch === 1 ? delivery.source : `${delivery.source}@${delivery.epoch}`;
  return `${subscription}/${source}/${delivery.position}/${delivery.n}`;
};

const POSITIONS_PER_EPOCH = 2 ** 33;

/** A number that grows with (epoch, position, n): the version of documents made from others' events. */
export const guardOf = (delivery: EventPosition & { readonly epoch: number }): number =>
  ((delivery.epoch - 1) * POSITIONS_PER_EPOCH + delivery.position) * EVENTS_PER_COMMIT + delivery.n;
