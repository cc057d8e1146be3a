import type { Collection } from './documents.ts';
import { findPage } from './findPage.ts';
import { createSqliteDocuments, openDatabase } from './sqlite/sqliteDocuments.ts';

const records: Collection = { name: 'records', projectionVersion: 1, indexes: [['rank']] };
const matching = { field: 'rank', from: 2 };

const opened = async () => {
  const documents = createSqliteDocuments(openDatabase(':memory:'), [records]);
  const ids = [0, 1, 2, 3, 4, 5, 6];
  await documents.write(ids.map((id) => ({ collection: records, id, version: 1, body: { rank: id } })));
  let counted = 0;
  const count: typeof documents.count = (collection, filter) => {
    counted += 1;
    return documents.count(collection, filter);
  };
  return { documents: { find: documents.find, count }, counted: () => counted };
};

describe('a page of documents', () => {
  it.each([
    { what: 'the first of several', limit: 2, offset: 0, ranks: [2, 3], counts: 1 },
    { what: 'one that is full', limit: 5, offset: 0, ranks: [2, 3, 4, 5, 6], counts: 1 },
    { what: 'the only one', limit: 6, offset: 0, ranks: [2, 3, 4, 5, 6], counts: 0 },
    { what: 'the last one', limit: 3, offset: 3, ranks: [5, 6], counts: 0 },
    { what: 'one beyond the end', limit: 3, offset: 6, ranks: [], counts: 1 },
    { what: 'an empty one', limit: 0, offset: 0, ranks: [], counts: 1 },
  ])('has the number of all matches, counted only if it may not be the last: $what', async (page) => {
    const { documents, counted } = await opened();
    const { limit, offset } = page;
    const order = [{ field: 'rank', direction: 'asc' }] as const;
    const { found, total } = await findPage<{ readonly rank: number }>(documents, records, {
      filter: matching,
      order,
      limit,
      offset,
    });
    expect(found.map(({ rank }) => rank)).toEqual(page.ranks);
    expect([total, counted()]).toEqual([5, page.counts]);
  });

  it('is empty, with no match, without a count', async () => {
    const { documents, counted } = await opened();
    expect(await findPage(documents, records, { filter: { field: 'rank', equals: 9 }, limit: 3 })).toEqual({
      found: [],
      total: 0,
    });
    expect(counted()).toBe(0);
  });
});
