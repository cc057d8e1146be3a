import { randomUUID } from 'node:crypto';
import { createMongodbEntries, openMongodbDocuments, prepareEntries } from '@almanac/documents/mongodb';
import { olderReleaseContract } from '@almanac/event-sourcing/older-release-contract';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';
import { describeOn, mongodbsUnderTest } from '../engines/servers.ts';

for (const mongodb of mongodbsUnderTest()) {
  describeOn('documents of two releases', mongodb, (address) => {
    let client: MongoClient;
    beforeAll(() => {
      client = new MongoClient(address());
    });
    afterAll(() => client.close());

    olderReleaseContract(mongodb.name, async () => {
      const database = client.db(`older-release-${randomUUID()}`);
      await Promise.all([prepareLog(database), prepareEntries(database)]);
      const store = createMongodbEventStore(database, {});
      return {
        store,
        entries: createMongodbEntries(database, { now: Date.now }),
        open: (collections) => openMongodbDocuments(database, collections, { refresh: 10 }),
        close: async () => {
          await store.close();
          await database.dropDatabase();
        },
      };
    });
  });
}
