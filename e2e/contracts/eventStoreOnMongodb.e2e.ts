import { randomUUID } from 'node:crypto';
import { eventStoreContract } from '@almanac/event-store/contract';
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
  });
}
