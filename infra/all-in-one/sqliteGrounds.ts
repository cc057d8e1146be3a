import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Grounds } from '@almanac/service/operations';
import { IN_MEMORY } from './dataFolder.ts';

/** What a service stands on whose store is a file, or memory. */
export const sqliteGrounds = (database: DatabaseSync, location: string, uploads: string | undefined): Grounds => ({
  disk: async () => {
    if (location === IN_MEMORY) return undefined;
    const { bavail, blocks, bsize } = await statfs(dirname(location));
    return { free: bavail * bsize, size: blocks * bsize };
  },
  storeBytes: async () => {
    if (location === IN_MEMORY) return pagesOf(database);
    return (await stat(location)).size + (await stat(`${location}-wal`)).size;
  },
  storeTime: async () => undefined,
  uploads,
});

const pagesOf = (database: DatabaseSync): number => {
  const { bytes } = database
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
    .get() as { readonly bytes: number };
  return bytes;
};
