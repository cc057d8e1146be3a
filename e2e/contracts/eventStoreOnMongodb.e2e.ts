import { randomUUID } from 'node:crypto';
import { eventStoreContract, keyFaultsOf, newCommit, takes } from '@almanac/event-store/contract';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';
import { describeOn, mongodbsUnderTest } from '../engines/servers.ts';

for (const mongodb of mongodbsUnderTest()) {
  describeOn('the event store', mongodb, (address) => {
    let clients: MongoClient[] = [];

    beforeAll(() => {
      clients = [new MongoClient(address()), new MongoClient(address())];
    });
    afterAll(() => Promise.all(clients.map((client) => client.close())));

    eventStoreContract(mongodb.name, async () => {
      const name = `log-${randomUUID()}`;
      const [mine, theirs] = clients.map((client) => client.db(name));
      if (mine === undefined || theirs === undefined) throw new Error('the clients are not connected');
      await prepareLog(mine);
      return {
        stores: [createMongodbEventStore(mine), createMongodbEventStore(theirs)],
        close: async () => {
          await mine.dropDatabase();
        },
      };
    });

    it('names keys that commits should have, and that stand elsewhere', async () => {
      const database = (clients[0] as MongoClient).db(`log-${randomUUID()}`);
      await prepareLog(database);
      const store = createMongodbEventStore(database);
      const commits = [1, 2, 3].map((id) => newCommit([takes(`venue-${id}`, 1)]));
      for (const commit of commits) await store.append(commit);
      const stored = database.collection<{ _id: number; keys: string[] }>('commits');
      await stored.dropIndex('keys');
      await stored.updateOne({ _id: 1 }, { $set: { keys: [`once/${commits[0]?.meta.id}`] } });
      await stored.updateOne({ _id: 3 }, { $push: { keys: 'venue-2@1' } });
      expect(await keyFaultsOf(store)).toEqual([
        'the key venue-1@1 of position 1 is missing',
        'the key venue-2@1 of position 2 stands at position 3',
      ]);
      await database.dropDatabase();
    });
  });
}
