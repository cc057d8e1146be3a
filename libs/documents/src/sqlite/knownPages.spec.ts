import type { Collection, Query } from '../documents.ts';
import { NotingDatabase } from './notingDatabase.contract.ts';
import { createSqliteDocuments } from './sqliteDocuments.ts';

const tags: Collection = { name: 'tags', projectionVersion: 1 };
const notes: Collection = {
  name: 'notes',
  projectionVersion: 1,
  indexes: [['rank']],
  arrays: ['tags'],
  texts: ['title'],
};

const opened = () => {
  const database = new NotingDatabase(':memory:');
  const documents = createSqliteDocuments(database, [notes, tags]);
  const put = (id: number, rank: number, version = 1): void =>
    documents.writeNow([{ collection: notes, id, version, body: { id, rank, tags: [id], title: 'Harbour' } }]);
  const find = async (collection: Collection, query: Query) =>
    (await documents.find<{ readonly id: number }>(collection, query)).map(({ id }) => id);
  /** Returns the number of lists that SQLite makes for a read. */
  const listsFor = async (read: () => Promise<unknown>): Promise<number> => {
    const before = database.listed.length;
    await read();
    return database.listed.length - before;
  };
  return { database, documents, put, find, listsFor };
};

const byRank: Query = { order: [{ field: 'rank', direction: 'asc' }], limit: 2 };

describe('a page of documents', () => {
  it('is selected again only after a change of its collection', async () => {
    const { put, find, listsFor } = opened();
    put(1, 1);
    put(2, 2);
    expect(await find(notes, byRank)).toEqual([1, 2]);
    expect(await listsFor(() => find(notes, byRank))).toBe(0);
    put(3, 0);
    expect(await find(notes, byRank)).toEqual([3, 1]);
    put(3, 9, 2);
    expect(await find(notes, byRank)).toEqual([1, 2]);
    expect(await find(notes, { ...byRank, offset: 2 })).toEqual([3]);
    expect(await find(notes, { ...byRank, limit: 1 })).toEqual([1]);
  });

  it('is selected again after a change of a collection that its filter refers to', async () => {
    const { documents, put, find } = opened();
    documents.writeNow([1, 2].map((id) => ({ collection: tags, id, version: 1, body: { id } })));
    put(1, 1);
    const used: Query = { filter: { referencedBy: { collection: notes, field: 'tags' } }, limit: 9 };
    expect(await find(tags, used)).toEqual([1]);
    put(2, 2);
    expect(await find(tags, used)).toEqual([1, 2]);
  });

  it('is selected each time in a transaction, and after its end', async () => {
    const { database, put, find, listsFor } = opened();
    put(1, 1);
    expect(await find(notes, byRank)).toEqual([1]);
    database.exec('BEGIN');
    put(2, 0);
    expect(await find(notes, byRank)).toEqual([2, 1]);
    database.exec('ROLLBACK');
    expect(await find(notes, byRank)).toEqual([1]);
    expect(await listsFor(() => find(notes, byRank))).toBe(0);
  });

  it('is selected each time for words', async () => {
    const { put, find, listsFor } = opened();
    put(1, 1);
    const search: Query = { filter: { texts: ['title'], words: ['harbour'] }, limit: 9 };
    expect(await find(notes, search)).toEqual([1]);
    expect(await listsFor(() => find(notes, search))).toBeGreaterThan(0);
  });
});
