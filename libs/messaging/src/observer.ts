import type { Delivery } from './bus.ts';

/** Whom a bus tells what it does, for metrics. It is called in the midst of the work, so it must be quick. */
export interface BusObserver {
  /** A delivery was handled. @param ms with all its attempts */
  handled(subscription: string, delivery: Delivery, ms: number): void;
  /** A delivery was parked, or of an ephemeral subscription given up. */
  deadLettered(subscription: string, delivery: Delivery): void;
  /** A delivery was at or below the mark: passed over. */
  repeated(subscription: string, delivery: Delivery): void;
  /** The connection of a subscription to its broker has ended and is made anew. */
  restarted(subscription: string): void;
}

export const noObserver: BusObserver = {
  handled: () => undefined,
  deadLettered: () => undefined,
  repeated: () => undefined,
  restarted: () => undefined,
};
