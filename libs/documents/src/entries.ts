/**
 * Kept records: what is not a fold and survives rebuilding. Checkpoints, marks, leases, id blocks, private documents
 * (password hashes), parked events, idempotency keys, sessions. A record is addressed by kind and id.
 */
export interface Entries {
  /** Inserts; false when the id is taken by a record that has not expired. The guard behind leases and id blocks. */
  insert<Body>(kind: string, id: string, body: Body, options?: { expiresAt?: number }): Promise<boolean>;
  get<Body>(kind: string, id: string): Promise<Entry<Body> | undefined>;
  /** Inserts or replaces; with `ifRevision` only over that revision (0: only when absent), else false. */
  put<Body>(
    kind: string,
    id: string,
    body: Body,
    options?: { expiresAt?: number; ifRevision?: number },
  ): Promise<boolean>;
  /** Removes; with `ifRevision` only that revision. False when nothing was removed. */
  delete(kind: string, id: string, options?: { ifRevision?: number }): Promise<boolean>;
  /**
   * Records of a kind whose id starts with `prefix`, in id order (by code point), after an id; with `reverse` downwards,
   * `after` being above. Default limit 500.
   */
  list<Body>(
    kind: string,
    options?: { prefix?: string; after?: string; limit?: number; reverse?: boolean },
  ): Promise<Entry<Body>[]>;
}

export interface Entry<Body> {
  readonly id: string;
  /** Counts its writes from 1. */
  readonly revision: number;
  readonly body: Body;
  /** Milliseconds since the epoch; from then on the record is not there. */
  readonly expiresAt?: number;
}
