import type { Grounds } from '@almanac/operations';
import type { Db } from 'mongodb';

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
  storeTime: async () => (await database.command({ hello: 1 })).localTime,
});
