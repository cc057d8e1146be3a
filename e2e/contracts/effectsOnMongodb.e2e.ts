import { randomUUID } from 'node:crypto';
import { createMongodbEntries, openMongodbDocuments, prepareEntries } from '@almanac/documents/mongodb';
import { effectsContract } from '@almanac/effects/contract';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';
import { describeOn, mongodbsUnderTest } from '../engines/servers.ts';

for (const mongodb of mongodbsUnderTest()) {
  describeOn('outside effects', mongodb, (address) => {
    let client: MongoClient;

    beforeAll(() => {
      client = new MongoClient(address());
    });
    afterAll(() => client.close());

    effectsContract(mongodb.name, async () => {
      const database = client.db(`effects-${randomUUID()}`);
      await prepareLog(database);
      await prepareEntries(database);
      const store = createMongodbEventStore(database, { documents: await openMongodbDocuments(database, []) });
      return {
        store,
        entries: createMongodbEntries(database, { now: Date.now }),
        close: async () => {
          await store.close();
          await database.dropDatabase();
        },
      };
    });
  });
}
