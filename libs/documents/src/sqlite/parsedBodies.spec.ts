import type { Collection, DocumentId } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const records: Collection = { name: 'records', projectionVersion: 1, indexes: [['rank']] };

interface Body {
  readonly rank: number;
  readonly tags: readonly string[];
}

const opened = () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, [records]);
  const put = (id: DocumentId, version: number, tag: string | null): void =>
    documents.writeNow([
      { collection: records, id, version, body: tag === null ? null : { rank: Number(id), tags: [tag] } },
    ]);
  const list = () => documents.find<Body>(records, { order: [{ field: 'rank', direction: 'asc' }], limit: 10 });
  const tags = async () => (await list()).flatMap((each) => each.tags);
  return { database, documents, put, list, tags };
};

describe('the documents of a list', () => {
  it('are parsed once for each of their versions, and never changed', async () => {
    const { put, list } = opened();
    put(1, 1, 'a');
    put(2, 1, 'b');
    const before = await list();
    put(2, 2, 'c');
    const after = await list();
    expect(after).toEqual([
      { rank: 1, tags: ['a'] },
      { rank: 2, tags: ['c'] },
    ]);
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
    for (const each of after) expect([Object.isFrozen(each), Object.isFrozen(each.tags)]).toEqual([true, true]);
  });

  it('are those that are read by their ids', async () => {
    const { documents, put, list } = opened();
    put(1, 1, 'a');
    put(2, 1, 'b');
    const [first, second] = await list();
    expect(await documents.getMany<Body>(records, [2, 9, 1])).toEqual([second, first]);
    expect((await documents.getMany<Body>(records, [2]))[0]).toBe(second);
    put(2, 2, 'c');
    expect(await documents.getMany<Body>(records, [2])).toEqual([{ rank: 2, tags: ['c'] }]);
  });

  it('are read anew when they are deleted and restored', async () => {
    const { put, tags } = opened();
    put(1, 1, 'a');
    put(2, 1, 'b');
    expect(await tags()).toEqual(['a', 'b']);
    put(2, 2, null);
    expect(await tags()).toEqual(['a']);
    put(3, 1, 'c');
    put(2, 3, 'd');
    expect(await tags()).toEqual(['a', 'd', 'c']);
  });

  it('are told apart by the kinds of their ids', async () => {
    const { put, tags } = opened();
    put(7, 1, 'number');
    put('7', 1, 'text');
    expect([await tags(), await tags()]).toEqual([
      ['number', 'text'],
      ['number', 'text'],
    ]);
  });

  it('are not those of a transaction that was rolled back', async () => {
    const { database, put, tags } = opened();
    put(1, 1, 'a');
    database.exec('BEGIN');
    put(1, 2, 'lost');
    expect(await tags()).toEqual(['lost']);
    database.exec('ROLLBACK');
    put(1, 2, 'b');
    expect(await tags()).toEqual(['b']);
  });
});
