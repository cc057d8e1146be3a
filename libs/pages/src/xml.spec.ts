import type { Collection } from '@almanac/documents';
import { createSqliteDocuments, openDatabase } from '@almanac/documents/sqlite';
import { SITEMAP_PAGE, sitemapRecords } from './xml.ts';

const records: Collection = { name: 'records', projectionVersion: 1, indexes: [['status', 'dateUtc']] };

describe('the records of a sitemap', () => {
  const documents = createSqliteDocuments(openDatabase(':memory:'), [records]);
  const source = { documents, collection: records, filter: { field: 'status', equals: 'publish' } } as const;
  /** Several records share each date, and the order of dates is not that of ids. */
  const recordOf = (id: number) => ({
    id,
    status: id % 10 === 0 ? 'draft' : 'publish',
    dateUtc: `2031-01-01 00:00:${String((id * 7) % 60).padStart(2, '0')}`,
  });
  const all = Array.from({ length: 2_400 }, (_, index) => recordOf(index + 1));

  beforeAll(() => documents.write(all.map((body) => ({ collection: records, id: body.id, version: 1, body }))));

  it('are on exactly one of its pages, ordered by date', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await sitemapRecords<(typeof all)[number]>(source, page));
    expect(pages.map(({ length }) => length)).toEqual([SITEMAP_PAGE, SITEMAP_PAGE, 160, 0]);
    const published = all.filter(({ status }) => status === 'publish');
    const inOrder = published.sort((a, b) => a.dateUtc.localeCompare(b.dateUtc) || a.id - b.id);
    expect(pages.flat().map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
  });

  it('are read a few at a time, and only those of the page', async () => {
    const find = jest.spyOn(documents, 'find');
    await sitemapRecords(source, 2);
    const queries = find.mock.calls.map(([, query]) => query);
    expect(queries.map(({ limit, offset }) => [limit, offset])).toEqual([
      [100, SITEMAP_PAGE],
      ...Array.from({ length: SITEMAP_PAGE / 100 - 1 }, () => [100, undefined]),
    ]);
    find.mockRestore();
  });
});
