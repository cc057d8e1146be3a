import { randomUUID } from 'node:crypto';
import type { Collection, Documents } from '@almanac/documents';
import { openMongodbDocuments } from '@almanac/documents/mongodb';
import { eventually } from '@almanac/testing';
import { type Db, MongoClient, Collection as MongoCollection } from 'mongodb';
import { describeOn, mongodbsUnderTest } from '../engines/servers.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1 };
const labels: Collection = { name: 'labels', projectionVersion: 1 };

for (const mongodb of mongodbsUnderTest()) {
  describeOn('the changes of collections that replicas share', mongodb, (address) => {
    let client: MongoClient;
    let database: Db;

    beforeAll(() => {
      client = new MongoClient(address());
    });
    beforeEach(() => {
      database = client.db(`changes-${randomUUID()}`);
    });
    afterEach(() => database.dropDatabase());
    afterAll(() => client.close());

    const open = (at = database) => openMongodbDocuments(at, [notes, labels], { refresh: 0 });
    const write = (documents: Documents, version: number) =>
      documents.write([{ collection: notes, id: 1, version, body: { version } }]);
    const read = async (documents: Documents) => Object.fromEntries((await documents.sharedChanges?.read()) ?? []);
    const known = ({ sharedChanges }: Documents) => sharedChanges?.known(notes);

    it('are counted before their writer has the answer, by whichever replica', async () => {
      const [one, other] = [await open(), await open()];
      expect(await read(one)).toEqual({ notes: 0, labels: 0 });
      await write(one, 1);
      expect([known(one), await read(other)]).toEqual([1, { notes: 1, labels: 0 }]);
      await write(other, 2);
      expect([known(other), await read(one)]).toEqual([2, { notes: 2, labels: 0 }]);
      await (await one.rebuild([labels])).switch();
      expect(await read(other)).toEqual({ notes: 2, labels: 1 });
    });

    it('are known to a replica soon after another one has made them', async () => {
      const [one, other] = [await open(), await open()];
      await write(one, 1);
      await eventually(async () => known(other) === 1);
    });

    it('are open from before the first write until the last one has ended', async () => {
      const [documents, other] = [await open(), await open()];
      const seen: unknown[] = [];
      const { bulkWrite } = MongoCollection.prototype;
      const writing = jest.spyOn(MongoCollection.prototype, 'bulkWrite').mockImplementation(async function (
        this: MongoCollection,
        ...given
      ) {
        seen.push(await read(other));
        const written = await bulkWrite.apply(this, given);
        seen.push(await read(other));
        return written;
      });
      try {
        await write(documents, 1);
      } finally {
        writing.mockRestore();
      }
      const changing = { notes: null, labels: 0 };
      expect(seen).toEqual([changing, changing]);
      expect(await read(other)).toEqual({ notes: 1, labels: 0 });
    });

    it('are counted each, although replicas write at the same time', async () => {
      const replicas = [await open(), await open(), await open()];
      const before = new Set<unknown>();
      for (let version = 1; version <= 20; version += 1) {
        await Promise.all(replicas.map((documents) => write(documents, version)));
        const [one] = replicas;
        const { notes: count } = one === undefined ? {} : await read(one);
        expect([version, count]).toEqual([version, expect.any(Number)]);
        expect(before.has(count)).toBe(false);
        before.add(count);
      }
    });

    it('are ended by another replica if a process was killed during them', async () => {
      const documents = await open();
      const killed = { open: { killed: { beat: 1, collections: ['notes'] } }, counts: { notes: 7 } };
      await database.collection<{ _id: string }>('changes').insertOne({ _id: 'documents', ...killed });
      expect(await read(documents)).toEqual({ notes: null, labels: 0 });
      const elapsed = performance.now.bind(performance);
      const later = jest.spyOn(performance, 'now').mockImplementation(() => elapsed() + 20_000);
      try {
        await read(documents);
        expect(await read(documents)).toEqual({ notes: 8, labels: 0 });
      } finally {
        later.mockRestore();
      }
    });
  });
}
