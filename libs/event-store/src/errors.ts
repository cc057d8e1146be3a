/** An error of the event store; recognised by `code`. */
export class EventStoreError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreError';
    this.code = code;
  }
}

/** Another commit has taken a version of this commit. */
export class VersionConflictError extends EventStoreError {
  readonly stream: string;
  constructor(stream: string) {
    super('version-conflict', `the stream ${stream} has moved on`);
    this.stream = stream;
  }
}

/** Another commit has taken a once key of this commit. */
export class KeyTakenError extends EventStoreError {
  readonly key: string;
  readonly position: number;
  constructor(key: string, position: number) {
    super('key-taken', `${key} stands in the log, at position ${position}`);
    this.key = key;
    this.position = position;
  }
}

/** The commit exceeds the size limit of a stored document. */
export class CommitTooLargeError extends EventStoreError {
  constructor(bytes: number, limit: number) {
    super('commit-too-large', `the commit has ${bytes} bytes; at most ${limit} can be stored`);
  }
}

/** The commit holds a value that JSON cannot encode, or a key twice. */
export class UnserialisableError extends EventStoreError {
  constructor(reason: string, options?: ErrorOptions) {
    super('unserialisable', reason, options);
  }
}

/** The commit holds JSON that MongoDB cannot store; its limits apply to every store. */
export class UnstorableError extends EventStoreError {
  constructor(reason: string) {
    super('unstorable', reason);
  }
}

/** The store did not answer in time: the commit may or may not be in the log. */
export class OutcomeUnknownError extends EventStoreError {
  constructor(options?: ErrorOptions) {
    super('outcome-unknown', 'the store did not say whether the commit was written', options);
  }
}

/** The store cannot be reached; nothing was sent. */
export class StoreUnavailableError extends EventStoreError {
  constructor(options?: ErrorOptions) {
    super('store-unavailable', 'the store cannot be reached', options);
  }
}

/** A reader found a position whose predecessor is missing: the log is damaged and must not be read past the gap. */
export class LogGapError extends EventStoreError {
  constructor(expected: number, found: number) {
    super('log-gap', `position ${expected} is missing: ${found} follows ${expected - 1}`);
  }
}

/** A commit in the log cannot be read. */
export class DamagedCommitError extends EventStoreError {
  constructor(position: number, options?: ErrorOptions) {
    super('log-damaged', `the commit at position ${position} is no JSON`, options);
  }
}

/**
 * True for an error of the event store with this code, recognised by shape so that two copies of this package agree.
 */
export const hasCode = (error: unknown, code: string): error is EventStoreError =>
  error instanceof Error && 'code' in error && error.code === code;

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
