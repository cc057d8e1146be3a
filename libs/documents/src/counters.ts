/**
 * Counters that expire, shared by all replicas of a service: what limits are counted with. They are no part of a backup:
 * a counter that is lost begins anew.
 */
export interface Counters {
  /**
   * Adds to a counter at once and answers what it is then. A counter that is not there, or has expired, begins at 0 and
   * expires at `expiresAt`; one that is there keeps its own time. None falls below 0.
   * @param amount may be negative
   */
  add(name: string, amount: number, options: { readonly expiresAt: number }): Promise<Counter>;
  delete(name: string): Promise<void>;
}

export interface Counter {
  readonly count: number;
  /** Milliseconds since the epoch; from then on the counter is gone. */
  readonly expiresAt: number;
}
