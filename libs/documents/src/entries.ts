/**
 * Entries: what is kept by key and is not a fold of the log, so a rebuild leaves it. Checkpoints, leases, id blocks,
 * private documents (password hashes), dead letters, idempotency keys, sessions. An entry is addressed by kind and id.
 */
export interface Entries {
  /**
   * Inserts; false when the id is taken by an entry that has not expired. Leases and id blocks rely on this.
   * @param options `flushed: false` does not wait for the disk, for data that can be made again or may be lost: a power
   *   cut may lose it, with everything that was written after it
   */
  insert<Body>(
    kind: string,
    id: string,
    body: Body,
    options?: { expiresAt?: number; flushed?: false },
  ): Promise<boolean>;
  /**
   * Inserts many at the cost of about one; those whose id is taken stay as they are. After an error some may be there,
   * the first ones not necessarily among them.
   */
  insertAll<Body>(kind: string, entries: readonly { readonly id: string; readonly body: Body }[]): Promise<void>;
  get<Body>(kind: string, id: string): Promise<Entry<Body> | undefined>;
  /**
   * Inserts or replaces; with `ifRevision` only over that revision (0: only when absent), else false.
   * @param options `erasing`: nothing of what is replaced stays in the file, not even in its free space; `flushed` as of
   *   `insert`
   */
  put<Body>(
    kind: string,
    id: string,
    body: Body,
    options?: { expiresAt?: number; ifRevision?: number; erasing?: true; flushed?: false },
  ): Promise<boolean>;
  /**
   * As many `put`, each by itself and in any order, at the cost of about one in SQLite. After an error some may be done.
   */
  putAll<Body>(kind: string, puts: readonly EntryPut<Body>[]): Promise<boolean[]>;
  /** Removes; with `ifRevision` only that revision. False when nothing was removed. */
  delete(kind: string, id: string, options?: { ifRevision?: number }): Promise<boolean>;
  /** Removes many at the cost of about one, those of them that are there. After an error some may be gone. */
  deleteAll(kind: string, ids: readonly string[]): Promise<void>;
  /**
   * The entries of a kind whose ids start with `prefix`, in id order (by code point), after the id `after`; with
   * `reverse` in the opposite order, below `after`. Default limit 500.
   */
  list<Body>(
    kind: string,
    options?: { prefix?: string; after?: string; limit?: number; reverse?: boolean },
  ): Promise<Entry<Body>[]>;
}

export interface EntryPut<Body> {
  readonly id: string;
  readonly body: Body;
  readonly expiresAt?: number;
  readonly ifRevision?: number;
}

export interface Entry<Body> {
  readonly id: string;
  /** Counts its writes from 1. */
  readonly revision: number;
  readonly body: Body;
  /** Milliseconds since the epoch; from then on the entry is gone. */
  readonly expiresAt?: number;
}
