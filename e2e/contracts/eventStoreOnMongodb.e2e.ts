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

    eventStoreContract(mongodb.name, async (options) => {
      const name = `log-${randomUUID()}`;
      const [mine, theirs] = clients.map((client) => client.db(name));
      if (mine === undefined || theirs === undefined) throw new Error('the clients are not connected');
      await prepareLog(mine);
      return {
        stores: [createMongodbEventStore(mine, options), createMongodbEventStore(theirs, options)],
        close: async () => {
          await mine.dropDatabase();
        },
      };
    });

    it('tells the server the time limit of every read', async () => {
      const client = new MongoClient(address(), { monitorCommands: true });
      const asked: [string, unknown][] = [];
      client.on('commandStarted', ({ commandName, command }) => asked.push([commandName, command.maxTimeMS]));
      const database = client.db(`log-${randomUUID()}`);
      await prepareLog(database);
      const [store, other] = [createMongodbEventStore(database), createMongodbEventStore(database)];
      const written = await Promise.all(
        Array.from({ length: 40 }, (_, id) => (id % 2 ? store : other).append(newCommit([takes(`venue-${id}`, 1)]))),
      );
      expect(written).toHaveLength(40);
      await store.append(newCommit([takes('venue-1', 2), takes('venue-1', 3)]));
      expect((await Array.fromAsync(store.readStream('venue-1', { from: 2 }))).map(({ version }) => version)).toEqual([
        2, 3,
      ]);
      expect(await Array.fromAsync(store.readStream('venue-1', { from: 4 }))).toEqual([]);
      await Promise.all([store.readLog(0), store.commitAt(1), store.findCommit('none'), store.last()]);
      await Promise.all([store.close(), other.close()]);
      const reads = asked.filter(([name]) => name === 'find' || name === 'aggregate');
      expect(reads.length).toBeGreaterThan(6);
      expect(reads.filter(([, most]) => !(Number(most) > 0 && Number(most) < 5_000))).toEqual([]);
      await database.dropDatabase();
      await client.close();
    });

    it('names commits’ keys that are missing or stand elsewhere', async () => {
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
