import type { Delivery } from './bus.ts';

/** Receives events of a bus, for metrics. It is called during the work, so it must be fast. */
export interface BusObserver {
  /** Counts a handled delivery. @param ms duration of all its attempts */
  handled(subscription: string, delivery: Delivery, ms: number): void;
  /** Counts a delivery that became a dead letter, or was dropped by an ephemeral subscription. */
  deadLettered(subscription: string, delivery: Delivery): void;
  /** Counts a delivery that was skipped because it was at or below the checkpoint. */
  repeated(subscription: string, delivery: Delivery): void;
  /** Counts the end of a subscription's connection to its broker, which is then renewed. */
  restarted(subscription: string): void;
}

export const noObserver: BusObserver = {
  handled: () => undefined,
  deadLettered: () => undefined,
  repeated: () => undefined,
  restarted: () => undefined,
};
