import { randomUUID } from 'node:crypto';
import { createMongodbEntries, prepareEntries } from '@almanac/documents/mongodb';
import { signaturesContract } from '@almanac/event-sourcing/signatures-contract';
import type { Commit } from '@almanac/event-store';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';
import { describeOn, mongodbsUnderTest } from '../engines/servers.ts';

for (const mongodb of mongodbsUnderTest()) {
  describeOn('signatures', mongodb, (address) => {
    let client: MongoClient;
    beforeAll(() => {
      client = new MongoClient(address());
    });
    afterAll(() => client.close());

    signaturesContract(mongodb.name, async () => {
      const database = client.db(`signed-${randomUUID()}`);
      await prepareLog(database);
      await prepareEntries(database);
      const store = createMongodbEventStore(database);
      const commits = database.collection<Omit<Commit, 'position'> & { readonly _id: number }>('commits');
      return {
        store,
        entries: createMongodbEntries(database, { now: Date.now }),
        forge: async (position, change) => {
          const [commit] = await store.readLog(position - 1, 1);
          const { keys, events, meta } = change(commit as Commit);
          await commits.updateOne({ _id: position }, { $set: { keys, events, meta } });
        },
        cut: async (position) => void (await commits.deleteOne({ _id: position })),
        close: async () => {
          await store.close();
          await database.dropDatabase();
        },
      };
    });
  });
}
