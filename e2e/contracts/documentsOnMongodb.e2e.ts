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

const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

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

    it('tell the server the time limit of every read and write', async () => {
      const asking = new MongoClient(address(), { monitorCommands: true });
      const database = asking.db(`documents-${randomUUID()}`);
      const notes: Collection = { name: 'notes', projectionVersion: 1, indexes: [['kind']] };
      const documents = await openMongodbDocuments(database, [notes], { refresh: 0 });
      const entries = createMongodbEntries(database, { now: Date.now });
      const asked: [string, unknown][] = [];
      const waited: unknown[] = [];
      asking.on('commandStarted', ({ commandName, command }) => {
        asked.push([commandName, command.maxTimeMS]);
        if (WRITES.includes(commandName)) waited.push(command.writeConcern?.wtimeout);
      });
      await documents.write([{ collection: notes, id: 1, version: 1, body: { kind: 'a' } }]);
      await Promise.all([
        documents.get(notes, 1),
        documents.getMany(notes, [1]),
        documents.find(notes, { filter: { field: 'kind', equals: 'a' }, limit: 1 }),
        documents.count(notes),
        documents.countBy(notes, 'kind', ['a']),
        documents.outdated(),
        documents.holdingOlder(),
        entries.get('kind', 'one'),
        entries.list('kind'),
      ]);
      await entries.insert('kind', 'one', 1);
      await entries.insertAll('kind', [{ id: 'two', body: 2 }]);
      await entries.put('kind', 'one', 3);
      await entries.delete('kind', 'one');
      await entries.deleteAll('kind', ['two']);
      const counters = createMongodbCounters(database, { now: Date.now });
      await counters.add('name', 1, { expiresAt: Date.now() + 60_000 });
      await counters.delete('name');
      const reads = asked.filter(([name]) => [...WRITES, 'find', 'aggregate', 'count', 'distinct'].includes(name));
      expect(reads.length).toBeGreaterThan(15);
      expect(waited.length).toBeGreaterThan(7);
      expect(waited.filter((most) => !(Number(most) > 0 && Number(most) < 5_000))).toEqual([]);
      expect(reads.filter(([, most]) => !(Number(most) > 0 && Number(most) < 5_000))).toEqual([]);
      await database.dropDatabase();
      await asking.close();
    });

    it('have an index of the documents of older projections alone, and use it', async () => {
      const { database, dispose } = emptyDatabase();
      const notes: Collection = { name: 'notes', projectionVersion: 3, indexes: [['kind']] };
      const documents = await openMongodbDocuments(database, [notes], { refresh: 0 });
      await (await documents.rebuild([notes])).switch();
      await documents.write([{ collection: notes, id: 1, version: 1, body: { kind: 'a' } }]);
      expect([await documents.outdated(), await documents.holdingOlder()]).toEqual([[], []]);
      const stored = database.collection('documents.notes.2');
      const indexes = await stored.indexes();
      expect(indexes.map(({ key, partialFilterExpression }) => [key, partialFilterExpression])).toContainEqual([
        { fold: 1 },
        { fold: { $lt: 3 } },
      ]);
      const older = { ...notes, projectionVersion: 2 };
      await documents.write([{ collection: older, id: 2, version: 1, body: { kind: 'a' } }]);
      expect([await documents.outdated(), await documents.holdingOlder()]).toEqual([[], [notes]]);
      const plan = await stored
        .find({ fold: { $lt: 3 } })
        .explain('queryPlanner')
        .catch(() => undefined);
      if (plan?.queryPlanner?.winningPlan !== undefined)
        expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('fold');
      await documents.sweep();
      expect((await database.listCollections().toArray()).map(({ name }) => name).sort()).toEqual(
        expect.not.arrayContaining(['documents.notes.1']),
      );
      await dispose();
    });

    it('are searched by the current rule even if an earlier release has folded them by another', async () => {
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

    it('are found by words, by the index of trigrams once an older release no longer writes them', async () => {
      const { database, dispose } = emptyDatabase();
      const notes: Collection = { name: 'notes', projectionVersion: 1, texts: ['text'] };
      const open = () => openMongodbDocuments(database, [notes], { refresh: 0 });
      const texts = ['Harbour fair', 'Harvest', 'A harbour'];
      const documents = await open();
      await documents.write(texts.map((text, id) => ({ collection: notes, id, version: 1, body: { text } })));
      const stored = database.collection<{ _id: number }>('documents.notes.1');
      await stored.updateOne({ _id: 2 }, { $set: { t: { text: 'a harbour' } } });
      const found = (asked: { readonly words: readonly string[] } | { readonly exactly: string }) =>
        documents.count(notes, { texts: ['text'], ...asked });
      const counts = async () => [
        await found({ words: ['HARBOUR'] }),
        await found({ words: ['har', 'est'] }),
        await found({ exactly: 'a Harbour' }),
      ];
      expect(await counts()).toEqual([2, 1, 1]);
      await database
        .collection<{ _id: string }>('generations')
        .updateOne({ _id: 'documents' }, { $unset: { 'entries.notes.trigrams': 1 } });
      await open();
      expect(await counts()).toEqual([2, 1, 1]);
      expect(await stored.countDocuments({ 't.:': { $in: ['har'] } })).toBe(3);
      const indexes = await stored.indexes();
      expect(indexes.map(({ key }) => key)).toContainEqual({ 't.:': 1 });
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
