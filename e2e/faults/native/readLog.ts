import type { Commit } from '@almanac/event-store';
import { createMongodbEventStore } from '@almanac/event-store/mongodb';
import type { RunningService } from '@almanac/manifest';
import { MongoClient } from 'mongodb';
import type { World } from './world.ts';

/** Returns all commits of a service. */
export const readLog = async ({ mongodbUrl }: Pick<World, 'mongodbUrl'>, name: RunningService): Promise<Commit[]> => {
  const client = new MongoClient(mongodbUrl);
  try {
    const store = createMongodbEventStore(client.db(`almanac-${name}`));
    const log: Commit[] = [];
    for (let more = await store.readLog(0); more.length > 0; more = await store.readLog(log.length)) log.push(...more);
    return log;
  } finally {
    await client.close();
  }
};
