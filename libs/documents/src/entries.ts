/**
 * Entries: data by kind and id that is not a fold of the log, so a rebuild leaves it. Checkpoints, leases, id blocks,
 * private documents (password hashes), dead letters, idempotency keys, sessions.
 */
export interface Entries {
  /**
   * Inserts; returns false if an entry with the id exists and has not expired. Leases and id blocks rely on this.
   * @param options `flushed: false` does not wait for the disk, for data that can be created again or may be lost: a
   *   power cut may lose it, with everything that was written after it
   */
  insert<Body>(
    kind: string,
    id: string,
    body: Body,
    options?: { expiresAt?: number; flushed?: false },
  ): Promise<boolean>;
  /**
   * Inserts many at the cost of about one; existing entries stay unchanged. After an error some may be inserted, not
   * necessarily the first ones.
   */
  insertAll<Body>(kind: string, entries: readonly { readonly id: string; readonly body: Body }[]): Promise<void>;
  get<Body>(kind: string, id: string): Promise<Entry<Body> | undefined>;
  /**
   * Inserts or replaces; with `ifRevision` only over that revision (0: only if missing), else returns false.
   * @param options `erasing`: overwrites the replaced data in the file, including its free space; `flushed` as of
   *   `insert`
   */
  put<Body>(
    kind: string,
    id: string,
    body: Body,
    options?: { expiresAt?: number; ifRevision?: number; erasing?: true; flushed?: false },
  ): Promise<boolean>;
  /**
   * Does many `put`, each by itself and in any order, at the cost of about one in SQLite. After an error some may be
   * done.
   */
  putAll<Body>(kind: string, puts: readonly EntryPut<Body>[]): Promise<boolean[]>;
  /** Deletes; with `ifRevision` only that revision. Returns false if nothing was deleted. */
  delete(kind: string, id: string, options?: { ifRevision?: number }): Promise<boolean>;
  /** Deletes many at the cost of about one; skips missing ones. After an error some may be deleted. */
  deleteAll(kind: string, ids: readonly string[]): Promise<void>;
  /**
   * Returns the entries of a kind whose ids start with `prefix`, in id order (by code point), after the id `after`;
   * with `reverse` in the opposite order, below `after`. Default limit 500.
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
  /** Number of writes, from 1. */
  readonly revision: number;
  readonly body: Body;
  /** Milliseconds since the epoch; the entry expires then. */
  readonly expiresAt?: number;
}
