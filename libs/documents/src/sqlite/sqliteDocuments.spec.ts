import type { Collection } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const events: Collection = {
  name: 'events',
  fold: 1,
  indexes: [['status', 'start'], ['venue.city']],
  arrays: ['categories'],
  texts: ['title', 'content'],
};

const bodies = [
  { status: 'publish', start: '2026-01-02', categories: [3, 4], title: 'Été au <b>port</b>', content: 'café' },
  { status: 'draft', start: '2026-01-01', categories: [4], title: 'Harbour', content: null, venue: { city: 'Québec' } },
  { status: 'publish', start: '2026-01-01', categories: [], title: 'Harbour feast', content: '<p>Ete</p>' },
];

const filled = async () => {
  const documents = createSqliteDocuments(openDatabase(':memory:'), [events]);
  await documents.write(
    bodies.map((body, index) => ({ collection: events, id: index + 9, version: 1, body: { id: index + 9, ...body } })),
  );
  const ids = async (filter: object) =>
    (await documents.find<{ id: number }>(events, { filter: filter as never })).map(({ id }) => id);
  return { documents, ids };
};

describe('documents in SQLite', () => {
  it('answers each kind of condition', async () => {
    const { documents, ids } = await filled();
    expect(await ids({ field: 'status', equals: 'publish' })).toEqual([9, 11]);
    expect(await ids({ field: 'venue.city', equals: null })).toEqual([9, 11]);
    expect(await ids({ field: 'start', after: '2026-01-01' })).toEqual([9]);
    expect(await ids({ field: 'categories', contains: [4] })).toEqual([9, 10]);
    expect(await ids({ texts: ['title', 'content'], words: ['ete'] })).toEqual([9, 11]);
    expect(await ids({ texts: ['title'], words: ['ar', 'FEAST'] })).toEqual([11]);
    expect(await ids({ texts: ['title'], exactly: 'harbour' })).toEqual([10]);
    expect(await ids({ not: { field: 'id', in: [9, 10] } })).toEqual([11]);
    expect(await documents.count(events, { field: 'status', equals: 'publish' })).toBe(2);
    expect(await documents.countBy(events, 'categories', [3, 4, 5])).toEqual(
      new Map([
        [3, 1],
        [4, 2],
        [5, 0],
      ]),
    );
  });

  it('remembers deleted documents and switches generations', async () => {
    const { documents, ids } = await filled();
    await documents.write([{ collection: events, id: 9, version: 2, body: null }]);
    await documents.write([{ collection: events, id: 9, version: 1, body: { id: 9 } }]);
    expect(await documents.get(events, 9)).toEqual({ id: 9, version: 2, fold: 1, body: null });
    const rebuild = await documents.rebuild([events]);
    await documents.write([{ collection: events, id: 20, version: 1, body: { id: 20, status: 'publish' } }]);
    await rebuild.switch();
    expect(await ids({ field: 'status', equals: 'publish' })).toEqual([20]);
    expect(await documents.outdated()).toEqual([]);
  });
});
