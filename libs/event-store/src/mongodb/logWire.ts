import type { Metadata } from '../event.ts';
import type { CommitIdentity, NewEvent } from '../eventStore.ts';

/** A commit as stored in MongoDB: `_id` and `keys` are each unique in the collection. */
export interface CommitDocument {
  readonly _id: number;
  readonly keys: readonly string[];
  readonly events: readonly NewEvent[];
  readonly meta: Metadata;
}

/** The members of a commit that a lookup by keys reads. */
export type CommitWithKeys = Pick<CommitDocument, '_id'> & CommitIdentity;

/** The result of an ordered insert: all documents are stored, or those before the one that a unique index refused. */
export type InsertResult = { readonly refused: undefined } | { readonly refused: number };

/**
 * The appender's operations on the server. Answers cover data that a majority of the servers has; unsettled data are
 * not included. Every call may fail with `WireError`, and `insert` with `NotSentError`.
 */
export interface LogWire {
  /** Inserts in order and stops at the first refusal by a unique index. */
  insert(documents: readonly CommitDocument[]): Promise<InsertResult>;
  /** Returns the durable commits that hold any of the keys. */
  holding(keys: readonly string[]): Promise<readonly CommitWithKeys[]>;
  /** Returns the newest durable position; 0 for an empty log. */
  last(): Promise<number>;
}

/** The server did not answer, or reported that it cannot; `sent` is false if the request surely was not sent. */
export class WireError extends Error {
  readonly sent: boolean;
  constructor(sent: boolean, options?: ErrorOptions) {
    super('the server did not answer', options);
    this.name = 'WireError';
    this.sent = sent;
  }
}

/** The driver cannot encode one of the documents; it was not sent, and a retry is useless. */
export class NotSentError extends Error {
  constructor(options?: ErrorOptions) {
    super('the driver refused what was to be sent', options);
    this.name = 'NotSentError';
  }
}
