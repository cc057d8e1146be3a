import type { Records } from '@almanac/documents';

/**
 * Hashes of secrets: private records that no log, document or event holds. A record is put before the commit that names
 * it and means nothing without it (architecture §2).
 */
export interface PrivateHashes {
  /** Stores a hash under a new name. */
  keep(name: string, hash: string): Promise<void>;
  find(name: string): Promise<string | undefined>;
  forget(name: string): Promise<void>;
}

export const createPrivateHashes = (records: Records, kind: string): PrivateHashes => ({
  keep: async (name, hash) => {
    await records.put(kind, name, { hash });
  },
  find: async (name) => (await records.get<{ readonly hash: string }>(kind, name))?.body.hash,
  forget: async (name) => {
    await records.delete(kind, name);
  },
});
