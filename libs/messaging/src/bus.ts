import { EVENTS_PER_COMMIT, type EventContract, type ServiceName } from '@almanac/contracts';

/**
 * Where an integration event comes from: the position of its commit in the source's log, and its index in the commit.
 */
export interface EventPosition {
  readonly position: number;
  readonly n: number;
}

/**
 * An event's position with the event's key. Where a source has partitions, the key says in which of them the event is.
 */
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
  /** What caused it: the id of a request, or of an integration event. */
  readonly causation?: string;
  /** Where in a trace the source decided it (W3C Trace Context), if that trace is kept. */
  readonly traceparent?: string;
}

/** A type of event as subscriptions know it. */
export type KnownEvent = Pick<EventContract, 'type' | 'parse'>;

export interface Subscription {
  /** `<service>.<what it does>`, such as `calendar.copies`; the consumer group's name. */
  readonly name: string;
  readonly sources: readonly ServiceName[];
  /** The types that it handles; their data arrive as the contracts say. */
  readonly takes: readonly KnownEvent[];
  /**
   * The types of its sources that it passes over on purpose. With `takes` these are all that its release knows, so a
   * type in neither is of a newer release: such a delivery becomes a dead letter, and is tried again by itself once a
   * release that takes it runs the subscription. An ephemeral subscription has none to state: it passes over whatever
   * it does not take, since what it keeps ends with the process.
   */
  readonly ignores?: readonly KnownEvent[];
  /**
   * Makes the effect durable before it resolves; it may be called again for the same delivery, so it either appends
   * under `once/<effectOf(...)>` or writes documents guarded by `guardOf(delivery)`. A delivery for which it throws is
   * retried; after the last attempt it becomes a dead letter and blocks its key.
   */
  handle(delivery: Delivery): Promise<void>;
  /**
   * The same for deliveries that follow one another, all or none, where that costs less than one by one. A bus may use
   * it; what throws is brought to `handle`, one by one.
   */
  handleTogether?(deliveries: readonly Delivery[]): Promise<void>;
  /**
   * For what a process keeps in memory alone: every process gets everything that is published after `subscribe`
   * resolves, and no checkpoint is kept. A delivery that fails again and again is dropped, with an error in the log;
   * there are no dead letters.
   */
  readonly ephemeral?: boolean;
}

export interface RunningSubscription {
  /** Resolves to true once everything of the source and key up to the event is handled, to false after `timeout` ms. */
  reached(source: ServiceName, event: KeyedEventPosition, timeout: number): Promise<boolean>;
  /**
   * How many commits of each source (where a topic is read: messages) are not handled yet.
   * @throws LogContradictedError the subscription has stopped, since a log contradicts its checkpoint
   */
  lag(): Promise<ReadonlyMap<ServiceName, number>>;
  /** Waits for the handler that is running and saves the checkpoint. */
  stop(): Promise<void>;
}

/** A process's access to the bus. */
export interface Bus {
  /** Resolves at once; for an ephemeral subscription, when the position from which it reads is known. */
  subscribe(subscription: Subscription): Promise<RunningSubscription>;
  close(): Promise<void>;
}

/** Whether an event comes after another in the source's log. */
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

/** Who acts, and why, where a delivery calls for a commit: the site itself, because of that event. */
export const contextOf = ({ language, correlation, source, position, n }: Delivery) =>
  ({ principal: 'system', language, correlation, causation: `${source}/${position}/${n}` }) as const;

const POSITIONS_PER_EPOCH = 2 ** 33;

/** A number that grows with (epoch, position, n): the version of documents made from others' events. */
export const guardOf = (delivery: EventPosition & { readonly epoch: number }): number =>
  ((delivery.epoch - 1) * POSITIONS_PER_EPOCH + delivery.position) * EVENTS_PER_COMMIT + delivery.n;
