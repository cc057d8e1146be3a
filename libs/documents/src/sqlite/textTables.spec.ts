import type { Collection } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1, texts: ['text'] };

const opened = () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, [notes]);
  const put = (ids: readonly number[], version: number, body: object | null) =>
    documents.writeNow(ids.map((id) => ({ collection: notes, id, version, body })));
  const table = (part: string) =>
    String(database.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE '%/${part}'`).get()?.name);
  const rowsOf = (part: string) => database.prepare(`SELECT count(*) AS rows FROM "${table(part)}"`).get()?.rows;
  const matching = (word: string) =>
    database.prepare(`SELECT count(*) AS rows FROM "${table('search')}" WHERE "${table('search')}" MATCH ?`).get(word)
      ?.rows;
  return { database, documents, put, rowsOf, matching };
};

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place);

describe('the trigrams of texts', () => {
  it('are stored for many documents at once, waiting ones of an earlier process included', () => {
    const { database, put, rowsOf } = opened();
    put(range(0, 100), 1, { text: 'harbour' });
    expect(rowsOf('pending')).toBe(100);
    const later = createSqliteDocuments(database, [notes]);
    later.writeNow(range(100, 127).map((id) => ({ collection: notes, id, version: 1, body: { text: 'feast' } })));
    expect(rowsOf('pending')).toBe(127);
    later.writeNow([{ collection: notes, id: 127, version: 1, body: { text: 'feast' } }]);
    expect(rowsOf('pending')).toBe(0);
  });

  it('are stored for fewer documents if these are long, so that transactions stay short', () => {
    const { put, rowsOf, matching } = opened();
    put(range(0, 3), 1, { text: 'harbour '.repeat(20_000) });
    expect([rowsOf('pending'), matching('har')]).toEqual([3, 0]);
    put([3], 1, { text: 'harbour '.repeat(20_000) });
    put(range(4, 100), 1, { text: 'feast' });
    expect([rowsOf('pending'), matching('har')]).toEqual([96, 4]);
  });

  it('are removed when their text changes, also if the document is brand-new', () => {
    const { put, matching } = opened();
    put(range(0, 128), 1, { text: 'harbour' });
    expect(matching('har')).toBe(128);
    put(range(0, 60), 2, { text: 'feast' });
    put(range(60, 90), 2, null);
    put(range(200, 219), 1, { text: 'harbour' });
    put(range(200, 219), 2, { text: 'concert' });
    expect([matching('har'), matching('fea'), matching('con')]).toEqual([38, 60, 19]);
  });

  it('are complete when a filled generation goes live', async () => {
    const { documents, matching, rowsOf } = opened();
    const rebuild = await documents.rebuild([notes]);
    await rebuild.write(range(0, 300).map((id) => ({ collection: notes, id, version: 1, body: { text: 'harbour' } })));
    await rebuild.switch();
    expect([matching('har'), rowsOf('pending')]).toEqual([300, 0]);
    expect(await documents.count(notes, { texts: ['text'], words: ['harb'] })).toBe(300);
  });
});
