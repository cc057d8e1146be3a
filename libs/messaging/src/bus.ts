import { EVENTS_PER_COMMIT, type EventContract, type ServiceName } from '@almanac/contracts';

/**
 * The origin of an integration event: the position of its commit in the source's log, and its index in the commit.
 */
export interface EventPosition {
  readonly position: number;
  readonly n: number;
}

/**
 * An event's position with its key. If a source has partitions, the key determines the event's partition.
 */
export interface KeyedEventPosition extends EventPosition {
  readonly key: string;
}

/** A received integration event. Repeats are possible; loss and reordering within a key are not. */
export interface Delivery extends EventPosition {
  readonly source: ServiceName;
  /** Number of the source's restores from a backup, plus 1: positions after a restore belong to a new epoch. */
  readonly epoch: number;
  readonly type: string;
  readonly key: string;
  readonly data: unknown;
  /** The time of the source's decision, ISO 8601 UTC. */
  readonly at: string;
  readonly principal: string;
  readonly language: string;
  readonly correlation: string;
  /** The cause: the id of a request, or of an integration event. */
  readonly causation?: string;
  /** The trace context of the source's decision (W3C Trace Context), if that trace is kept. */
  readonly traceparent?: string;
}

/** A type of event as subscriptions declare it. */
export type KnownEvent = Pick<EventContract, 'type' | 'parse'>;

export interface Subscription {
  /** `<service>.<purpose>`, such as `calendar.copies`; the consumer group's name. */
  readonly name: string;
  readonly sources: readonly ServiceName[];
  /**
   * The handled types; their data arrive as the contracts declare. The subscription skips all other types that its
   * release knows. A delivery of an unknown type is of a newer release: it becomes a dead letter, and is retried once
   * such a release runs the subscription. An ephemeral subscription skips unknown types too, because its data end with
   * the process.
   */
  readonly takes: readonly KnownEvent[];
  /**
   * Makes the effect durable before it resolves. It may be called again for the same delivery, so it either appends
   * under `once/<effectOf(...)>` or writes documents guarded by `guardOf(delivery)`. If it throws, the delivery is
   * retried; after the last attempt it becomes a dead letter and blocks its key.
   */
  handle(delivery: Delivery): Promise<void>;
  /**
   * Handles consecutive deliveries together, if that costs less than one by one. A bus may use it; if it throws, all of
   * the deliveries go to `handle`, one by one, also those that it has handled.
   */
  handleTogether?(deliveries: readonly Delivery[]): Promise<void>;
  /**
   * True if most deliveries have no effect. A bus may then pass consecutive deliveries to `handle` with one checkpoint
   * for all; if one fails, all of them are handled again.
   */
  readonly hasRareEffects?: boolean;
  /**
   * True for data that a process keeps only in memory: every process gets everything published after `subscribe`
   * resolves, without a checkpoint. A delivery that keeps failing is dropped, with an error in the log; there are no
   * dead letters.
   */
  readonly ephemeral?: boolean;
}

export interface RunningSubscription {
  /** Resolves to true once everything of the source and key up to the event is handled, to false after `timeout` ms. */
  reached(source: ServiceName, event: KeyedEventPosition, timeout: number): Promise<boolean>;
  /**
   * Returns for each source the number of unhandled commits (for a topic: messages).
   * @throws LogContradictedError if the subscription has stopped because a log contradicts its checkpoint
   */
  lag(): Promise<ReadonlyMap<ServiceName, number>>;
  /** Waits for the running handler and saves the checkpoint. */
  stop(): Promise<void>;
}

/** A process's access to the bus. */
export interface Bus {
  /** Resolves at once; for an ephemeral subscription, once the start position is known. */
  subscribe(subscription: Subscription): Promise<RunningSubscription>;
  close(): Promise<void>;
}

/** True if an event comes after another in the source's log. */
export const isAfter = (
  event: EventPosition & { epoch: number },
  other: EventPosition & { epoch: number },
): boolean => {
  if (event.epoch !== other.epoch) return event.epoch > other.epoch;
  return event.position === other.position ? event.n > other.n : event.position > other.position;
};

/**
 * Returns the once key of a delivery's effect in the consumer's own log (docs/architecture.md §3). A restored log
 * reuses its positions, so later epochs have names of their own.
 */
export const effectOf = (
  subscription: string,
  delivery: Pick<Delivery, 'source' | 'epoch' | 'position' | 'n'>,
): string => {
  const source = delivery.epoch === 1 ? delivery.source : `${delivery.source}@${delivery.epoch}`;
  return `${subscription}/${source}/${delivery.position}/${delivery.n}`;
};

/** Returns the context of a commit that a delivery causes: the principal is the system, the cause is the event. */
export const contextOf = ({ language, correlation, source, position, n }: Delivery) =>
  ({ principal: 'system', language, correlation, causation: `${source}/${position}/${n}` }) as const;

const POSITIONS_PER_EPOCH = 2 ** 33;

/**
 * Returns a number that grows with (epoch, position, n): the version of documents copied from other services' events.
 */
export const guardOf = (delivery: EventPosition & { readonly epoch: number }): number =>
  ((delivery.epoch - 1) * POSITIONS_PER_EPOCH + delivery.position) * EVENTS_PER_COMMIT + delivery.n;
