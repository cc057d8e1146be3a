/**
 * Counters that expire, shared by all replicas of a service, for limits. They are not backed up: a lost counter starts
 * at 0.
 */
export interface Counters {
  /**
   * Adds to a counter atomically and returns its new value. A missing or expired counter starts at 0 and expires at
   * `expiresAt`; an existing one keeps its own expiry. No counter falls below 0.
   * @param amount may be negative
   */
  add(name: string, amount: number, options: { readonly expiresAt: number }): Promise<Counter>;
  delete(name: string): Promise<void>;
}

export interface Counter {
  readonly count: number;
  /** Milliseconds since the epoch; the counter expires then. */
  readonly expiresAt: number;
}
