/**
 * Checks of a service's infrastructure, which only its host can access. Each check throws an error with the reason for
 * a failure.
 */
export interface InfrastructureChecks {
  /** Returns free and total bytes of the store's disk; undefined if nothing is stored. */
  disk(): Promise<{ readonly free: number; readonly size: number } | undefined>;
  /** Returns the size of the store in bytes. */
  storeBytes(): Promise<number>;
  /** Returns the time of the store's clock; undefined if it is the process's own. */
  storeTime(): Promise<Date | undefined>;
  /** Returns the milliseconds by which the process's clock was set back; 0 for at most a minute. */
  clockSetBackMs(): number;
  /** Resolves if the brokers answer and have its topics; absent without brokers. */
  readonly brokers?: () => Promise<void>;
  /** The folder of its files; absent if it has none. */
  readonly uploads?: string | undefined;
  /** True if its files are in a bucket; the folder then has only those that are being received. */
  readonly hasBucket?: boolean;
}
