import type { Collection } from './documents.ts';
import { recordsAfter } from './recordsAfter.ts';
import { createSqliteDocuments, openDatabase } from './sqlite/sqliteDocuments.ts';

const records: Collection = { name: 'records', projectionVersion: 1, indexes: [['rank']] };

describe('the records after one', () => {
  it('have a higher value, or the same value and a higher id', async () => {
    const documents = createSqliteDocuments(openDatabase(':memory:'), [records]);
    const ranks = [2, 1, 2, 3, 2];
    await documents.write(ranks.map((rank, id) => ({ collection: records, id, version: 1, body: { id, rank } })));
    const found = await documents.find<{ readonly id: number }>(records, {
      filter: recordsAfter('rank', { value: 2, id: 2 }),
      order: [{ field: 'rank', direction: 'asc' }],
    });
    expect(found.map(({ id }) => id)).toEqual([4, 3]);
  });
});
