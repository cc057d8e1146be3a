import { randomUUID } from 'node:crypto';
import type { Collection } from '@almanac/documents';
import { documentsContract } from '@almanac/documents/contract';
import { countersContract } from '@almanac/documents/counters-contract';
import { entriesContract } from '@almanac/documents/entries-contract';
import {
  createMongodbCounters,
  createMongodbEntries,
  openMongodbDocuments,
  prepareCounters,
  prepareEntries,
} from '@almanac/documents/mongodb';
import { MongoClient } from 'mongodb';
import { describeOn, mongodbsUnderTest } from '../engines/servers.ts';

for (const mongodb of mongodbsUnderTest()) {
  describeOn('documents and records', mongodb, (address) => {
    let client: MongoClient;

    beforeAll(() => {
      client = new MongoClient(address());
    });
    afterAll(() => client.close());

    const emptyDatabase = () => {
      const database = client.db(`documents-${randomUUID()}`);
      return { database, dispose: async () => void (await database.dropDatabase()) };
    };

    documentsContract(
      mongodb.name,
      async (collections) => {
        const { database, dispose } = emptyDatabase();
        return { documents: await openMongodbDocuments(database, collections, { refresh: 0 }), dispose };
      },
      mongodb.limits,
    );

    it('tell the server of every read how long it may take', async () => {
      const asking = new MongoClient(address(), { monitorCommands: true });
      const database = asking.db(`documents-${randomUUID()}`);
      const notes: Collection = { name: 'notes', projectionVersion: 1, indexes: [['kind']] };
      const documents = await openMongodbDocuments(database, [notes], { refresh: 0 });
      const entries = createMongodbEntries(database, { now: Date.now });
      const asked: [string, unknown][] = [];
      asking.on('commandStarted', ({ commandName, command }) => asked.push([commandName, command.maxTimeMS]));
      await documents.write([{ collection: notes, id: 1, version: 1, body: { kind: 'a' } }]);
      await Promise.all([
        documents.get(notes, 1),
        documents.getMany(notes, [1]),
        documents.find(notes, { filter: { field: 'kind', equals: 'a' }, limit: 1 }),
        documents.count(notes),
        documents.countBy(notes, 'kind', ['a']),
        documents.outdated(),
        entries.get('kind', 'one'),
        entries.list('kind'),
      ]);
      const reads = asked.filter(([name]) => ['find', 'aggregate', 'count', 'distinct'].includes(name));
      expect(reads.length).toBeGreaterThan(7);
      expect(reads.filter(([, most]) => !(Number(most) > 0 && Number(most) < 5_000))).toEqual([]);
      await database.dropDatabase();
      await asking.close();
    });

    it('searches by the rule of today what an earlier release has folded by another', async () => {
      const { database, dispose } = emptyDatabase();
      const notes: Collection = { name: 'notes', projectionVersion: 1, texts: ['text'] };
      const open = () => openMongodbDocuments(database, [notes], { refresh: 0 });
      await (await open()).write([{ collection: notes, id: 1, version: 4, body: { text: 'Straße der Lieder' } }]);
      const stored = database.collection<{ _id: number }>('documents.notes.1');
      expect((await stored.updateOne({ _id: 1 }, { $set: { t: { text: 'strase der lieder' } } })).modifiedCount).toBe(
        1,
      );
      await database
        .collection<{ _id: string }>('generations')
        .updateOne({ _id: 'documents' }, { $set: { 'entries.notes.shape': JSON.stringify([[], [], ['text']]) } });
      const documents = await open();
      for (const word of ['strasse', 'Straße', 'SSE DER'])
        expect([word, await documents.count(notes, { texts: ['text'], words: [word] })]).toEqual([word, 1]);
      expect(await documents.get(notes, 1)).toMatchObject({ version: 4, projectionVersion: 1 });
      await dispose();
    });

    entriesContract(
      mongodb.name,
      async (now) => {
        const { database, dispose } = emptyDatabase();
        await prepareEntries(database);
        return { entries: createMongodbEntries(database, { now }), dispose };
      },
      mongodb.limits,
    );

    countersContract(mongodb.name, async (now) => {
      const { database, dispose } = emptyDatabase();
      await prepareCounters(database);
      return { counters: createMongodbCounters(database, { now }), dispose };
    });
  });
}
