import type { Entries } from '@almanac/documents';
import { hasCode } from '@almanac/event-store';

/**
 * Hashes of secrets: private records that no log, document or event contains. A record is stored before the commit that
 * names it and has no effect without it (docs/architecture.md §2).
 */
export interface PrivateHashes {
  /** Stores a hash under a new name. */
  keep(name: string, hash: string): Promise<void>;
  /** Replaces the hash of the same secret; does nothing if it has been deleted. */
  replace(name: string, hash: string): Promise<void>;
  find(name: string): Promise<string | undefined>;
  forget(name: string): Promise<void>;
}

export const createPrivateHashes = (entries: Entries, kind: string): PrivateHashes => ({
  keep: async (name, hash) => {
    await entries.put(kind, name, { hash });
  },
  replace: async (name, hash) => {
    const found = await entries.get(kind, name);
    if (found !== undefined) await entries.put(kind, name, { hash }, { ifRevision: found.revision });
  },
  find: async (name) => (await entries.get<{ readonly hash: string }>(kind, name))?.body.hash,
  forget: async (name) => {
    await entries.delete(kind, name);
  },
});

/**
 * Stores a hash, then commits its name. If the commit is refused, the hash is deleted. If its outcome is unknown, the
 * hash stays, because the commit may exist and need it.
 */
export const withHash = async <Result>(
  hashes: PrivateHashes,
  { name, hash }: { readonly name: string; readonly hash: string },
  commit: () => Promise<Result>,
): Promise<Result> => {
  await hashes.keep(name, hash);
  try {
    return await commit();
  } catch (error) {
    if (!hasCode(error, 'outcome-unknown')) await hashes.forget(name);
    throw error;
  }
};
