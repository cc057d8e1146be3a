/** What a service stands on, as only whoever runs it knows it. Each throws why it does not answer. */
export interface Grounds {
  /** Bytes of the disk that holds its store; undefined where nothing is kept. */
  disk(): Promise<{ readonly free: number; readonly size: number } | undefined>;
  /** Bytes of its store. */
  storeBytes(): Promise<number>;
  /** What the clock of its store says; undefined where that is the clock of the process. */
  storeTime(): Promise<Date | undefined>;
  /** Resolves where the brokers answer and have its topics; absent where there are none. */
  readonly brokers?: () => Promise<void>;
  /** The folder of its files; absent where it has none. */
  readonly uploads?: string | undefined;
}
