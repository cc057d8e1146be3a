import type { Metadata } from '../event.ts';
import type { CommitIdentity, NewEvent } from '../eventStore.ts';

/** A commit as MongoDB holds it: `_id` and `keys` are each unique over the collection. */
export interface CommitDocument {
  readonly _id: number;
  readonly keys: readonly string[];
  readonly events: readonly NewEvent[];
  readonly meta: Metadata;
}

/** What is read of a commit that holds keys. */
export type HoldingCommit = Pick<CommitDocument, '_id'> & CommitIdentity;

/** What an ordered insert did: all of the documents stand, or those before the first that a unique index refused. */
export type InsertResult = { readonly refused: undefined } | { readonly refused: number };

/**
 * What the appender asks of the server. Answers are of what is durable on a majority; what the server has not settled
 * yet is not answered. Every call may fail with `WireError`, and `insert` with `NotSentError`.
 */
export interface LogWire {
  /** Inserts in order and stops at the first refusal by a unique index. */
  insert(documents: readonly CommitDocument[]): Promise<InsertResult>;
  /** The durable commits that hold any of the keys. */
  holding(keys: readonly string[]): Promise<readonly HoldingCommit[]>;
  /** The newest durable position; 0 for an empty log. */
  last(): Promise<number>;
}

/** The server did not answer, or said that it cannot; `sent` is false when the request surely never left. */
export class WireError extends Error {
  readonly sent: boolean;
  constructor(sent: boolean, options?: ErrorOptions) {
    super('the server did not answer', options);
    this.name = 'WireError';
    this.sent = sent;
  }
}

/** The driver cannot say one of the documents to the server, however often it is asked: that one was not sent. */
export class NotSentError extends Error {
  constructor(options?: ErrorOptions) {
    super('the driver refused what was to be sent', options);
    this.name = 'NotSentError';
  }
}
