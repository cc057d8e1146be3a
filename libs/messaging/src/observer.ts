import type { Delivery } from './bus.ts';

/** Receives events of a bus, for metrics. It is called during the work, so it must be fast. */
export interface BusObserver {
  /** A delivery was handled. @param ms with all its attempts */
  handled(subscription: string, delivery: Delivery, ms: number): void;
  /** A delivery became a dead letter, or was dropped by an ephemeral subscription. */
  deadLettered(subscription: string, delivery: Delivery): void;
  /** A delivery was at or below the checkpoint and was skipped. */
  repeated(subscription: string, delivery: Delivery): void;
  /** The connection of a subscription to its broker has ended and is renewed. */
  restarted(subscription: string): void;
}

export const noObserver: BusObserver = {
  handled: () => undefined,
  deadLettered: () => undefined,
  repeated: () => undefined,
  restarted: () => undefined,
};
