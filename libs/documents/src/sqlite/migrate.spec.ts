import type { DatabaseSync } from 'node:sqlite';
import type { Collection, Filter } from '../documents.ts';
import { InvalidCollectionError, UndeclaredFieldError } from '../errors.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const notes: Collection = {
  name: 'notes',
  projectionVersion: 1,
  indexes: [['kind', 'rank'], ['rank']],
  arrays: ['tags'],
};
const bodies = [
  { kind: 'a', rank: 1, tags: [1], text: 'Harbour' },
  { kind: 'b', rank: 2, tags: [1, 2], text: 'feast', place: { city: 'Québec' } },
];

const names = (database: DatabaseSync, type: string): string[] =>
  database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = ? AND name LIKE 'documents/%' ORDER BY name`)
    .all(type)
    .map(({ name }) => String(name));

/** Returns the fields of the declared sorted indexes. */
const sortedIndexes = (database: DatabaseSync): string[] =>
  names(database, 'index').flatMap((name) => name.split('/index/').slice(1));

/** Leaves the notes as an older release did: texts folded by another rule, and the rule not recorded. */
const asFoldedBefore = (database: DatabaseSync, text: string): void => {
  const [table = ''] = names(database, 'table').filter((name) => name.endsWith('/texts'));
  const { changes } = database.prepare(`UPDATE "${table}" SET c0 = ?`).run(text);
  expect(changes).toBe(1);
  database.exec(`UPDATE document_generations SET shape = json_remove(shape, '$.textFold')`);
};

const filled = async () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, [notes]);
  await (await documents.rebuild([notes])).switch();
  await documents.write(bodies.map((body, id) => ({ collection: notes, id, version: id + 4, body })));
  await documents.write([{ collection: notes, id: 9, version: 7, body: null }]);
  return { database, documents };
};

describe('a collection whose declaration has changed', () => {
  it('gets missing indexes and loses undeclared ones, in place', async () => {
    const { database } = await filled();
    const [table] = names(database, 'table');
    const changed = { ...notes, indexes: [['rank'], ['kind'], ['rank', 'kind']] };
    const documents = createSqliteDocuments(database, [changed]);
    expect(names(database, 'table')[0]).toBe(table);
    expect(sortedIndexes(database)).toEqual(['kind/id', 'rank/id', 'rank/kind/id']);
    expect(await documents.count(changed, { field: 'kind', equals: 'a' })).toBe(1);
    expect(await documents.outdated()).toEqual([]);
  });

  it('keeps its documents, tombstones, versions and projection version when other fields are declared', async () => {
    const { database } = await filled();
    const before = names(database, 'table').length;
    const changed: Collection = {
      ...notes,
      indexes: [['place.city'], ['tags', 'rank']],
      arrays: ['tags', 'kind'],
      texts: ['text'],
    };
    const documents = createSqliteDocuments(database, [changed]);
    const count = (filter: Filter) => documents.count(changed, filter);
    expect(await documents.find(changed, {})).toEqual(bodies);
    expect(await documents.get(changed, 1)).toMatchObject({ version: 5, projectionVersion: 1 });
    expect(await documents.get(changed, 9)).toEqual({ id: 9, version: 7, projectionVersion: 1, body: null });
    expect(await count({ field: 'place.city', equals: 'Québec' })).toBe(1);
    expect(
      await count({
        all: [
          { field: 'tags', contains: [1] },
          { field: 'rank', after: 1 },
        ],
      }),
    ).toBe(1);
    expect(await count({ field: 'kind', contains: ['b'] })).toBe(1);
    expect(await count({ texts: ['text'], words: ['harb'] })).toBe(1);
    await expect(count({ field: 'kind', equals: 'a' })).rejects.toThrow(UndeclaredFieldError);
    expect(await documents.outdated()).toEqual([]);
    expect(sortedIndexes(database)).toEqual(['place.city/id', 'tags/rank/id']);
    createSqliteDocuments(database, [notes]);
    expect(names(database, 'table')).toHaveLength(before);
  });

  it('is searched by the current rule if an earlier release has folded its texts by another', async () => {
    const texts: Collection = { ...notes, texts: ['text'] };
    const database = openDatabase(':memory:', { durability: 'normal' });
    await createSqliteDocuments(database, [texts]).write([
      { collection: texts, id: 1, version: 4, body: { kind: 'a', rank: 1, tags: [], text: 'Straße der Lieder' } },
    ]);
    asFoldedBefore(database, 'strase der lieder');
    const documents = createSqliteDocuments(database, [texts]);
    for (const word of ['strasse', 'Straße', 'SSE DER'])
      expect([word, await documents.count(texts, { texts: ['text'], words: [word] })]).toEqual([word, 1]);
    expect(await documents.get(texts, 1)).toMatchObject({ version: 4, projectionVersion: 1 });
    const tables = names(database, 'table');
    createSqliteDocuments(database, [texts]);
    expect(names(database, 'table')).toEqual(tables);
  });

  it('ends a rebuild that was started under the old declaration', async () => {
    const { database, documents } = await filled();
    const rebuild = await documents.rebuild([notes]);
    const changed = { ...notes, arrays: [] };
    createSqliteDocuments(database, [changed]);
    await expect(documents.rebuild([notes])).resolves.toBeDefined();
    await expect(rebuild.switch()).rejects.toThrow('has ended');
  });

  it('is outdated when its projection version is raised, or when a document of a lower one was written afterwards', async () => {
    const { database } = await filled();
    const raised = { ...notes, projectionVersion: 2 };
    const documents = createSqliteDocuments(database, [raised]);
    const found = async () => [await documents.outdated(), await documents.holdingOlder()];
    expect(await found()).toEqual([[raised], []]);
    await (await documents.rebuild([raised])).switch();
    expect(await found()).toEqual([[], []]);
    await documents.write([{ collection: notes, id: 1, version: 1, body: {} }]);
    expect(await found()).toEqual([[], [raised]]);
  });

  it('is refused if an index has two arrays', () => {
    const twice: Collection = { name: 'twice', projectionVersion: 1, indexes: [['a', 'b']], arrays: ['a', 'b'] };
    expect(() => createSqliteDocuments(openDatabase(':memory:'), [twice])).toThrow(InvalidCollectionError);
  });
});
