import type { Db, Document } from 'mongodb';
import type { Grounds } from '../operations/grounds.ts';

/** What a server says that does not know what it is asked. */
const COMMAND_NOT_FOUND = 59;

/** What a service stands on whose store is a database of MongoDB, beside the brokers. */
export const mongodbGrounds = (database: Db): Pick<Grounds, 'disk' | 'storeBytes' | 'storeTime'> => ({
  disk: async () => {
    const { fsTotalSize, fsUsedSize } = await database.command({ dbStats: 1 });
    // a server that works in memory names no disk
    if (typeof fsTotalSize !== 'number' || typeof fsUsedSize !== 'number') return undefined;
    return { free: fsTotalSize - fsUsedSize, size: fsTotalSize };
  },
  storeBytes: async () => {
    const { storageSize, indexSize } = await database.command({ dbStats: 1 });
    return storageSize + indexSize;
  },
  storeTime: async () => (await greet(database)).localTime,
});

/** What a server says of itself; by its older name where it knows no other. */
const greet = (database: Db): Promise<Document> =>
  database.command({ hello: 1 }).catch((error: { readonly code?: unknown }) => {
    if (error.code !== COMMAND_NOT_FOUND) throw error;
    return database.command({ isMaster: 1 });
  });
