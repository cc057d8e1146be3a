import type { Collection } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1, indexes: [['rank']] };
const LENGTH = 700_000;

describe('a page of long documents', () => {
  it('is read whole, in several pieces, from its offset to its limit', async () => {
    const database = openDatabase(':memory:', { durability: 'normal' });
    const documents = createSqliteDocuments(database, [notes]);
    const ids = [1, 2, 3, 4, 5, 6, 7];
    const body = (id: number) => ({ id, rank: -id, text: 'x'.repeat(LENGTH) });
    documents.writeNow(ids.map((id) => ({ collection: notes, id, version: 1, body: body(id) })));
    const idsOf = async (window: { limit?: number; offset?: number }) =>
      (await documents.find<{ id: number }>(notes, { order: [{ field: 'rank', direction: 'asc' }], ...window })).map(
        ({ id }) => id,
      );
    expect(await idsOf({ limit: 5, offset: 1 })).toEqual([6, 5, 4, 3, 2]);
    expect(await idsOf({ limit: 2 })).toEqual([7, 6]);
    expect(await idsOf({})).toEqual(ids.toReversed());
    expect(await idsOf({ offset: 4 })).toEqual([3, 2, 1]);
    expect(await idsOf({ limit: 100 })).toEqual(ids.toReversed());
    database.close();
  });
});
