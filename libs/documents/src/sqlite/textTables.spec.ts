import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import type { Collection } from '../documents.ts';
import { createTables } from './schema.ts';
import { namesOf, shapeOf } from './shape.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';
import { createStatements } from './statements.ts';
import { TextTables } from './textTables.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1, texts: ['text'] };

const opened = (location = ':memory:') => {
  const database = openDatabase(location, { durability: 'normal' });
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

const eventually = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await pause(50);
};

const block = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

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

describe('the trigrams of long texts in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-trigrams-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const long = (word: string) => ({ text: `${word} `.repeat(120_000) });

  it('are written by a thread after the write, which finds the texts at once', async () => {
    const { database, documents, put, rowsOf, matching } = opened(join(folder, 'long.sqlite'));
    put([1], 1, long('harbour'));
    put([2], 1, { text: 'feast' });
    expect([rowsOf('pending'), matching('har')]).toEqual([2, 0]);
    expect(await documents.count(notes, { texts: ['text'], words: ['harb'] })).toBe(1);
    await eventually(() => rowsOf('pending') === 0);
    expect([matching('har'), matching('fea')]).toEqual([1, 1]);
    put([1], 2, long('concert'));
    await eventually(() => matching('con') === 1 && matching('har') === 0);
    put([1], 3, null);
    put([3], 1, long('harbour'));
    await eventually(() => rowsOf('pending') === 0);
    expect([matching('con'), matching('har')]).toEqual([0, 1]);
    database.close();
  });

  it('are written by another thread if the first has found nothing more and its end is not known yet', async () => {
    const { database, put, rowsOf, matching } = opened(join(folder, 'ending.sqlite'));
    put([1], 1, long('harbour'));
    await immediate();
    // without a turn of the loop, which would learn that the thread has ended
    while (rowsOf('pending') !== 0) block(10);
    block(1_000);
    put([2], 1, long('harbour'));
    await eventually(() => rowsOf('pending') === 0);
    expect(matching('har')).toBe(2);
    database.close();
  });

  it('are written with those that an earlier process left', async () => {
    const location = join(folder, 'earlier.sqlite');
    const { database, put } = opened(location);
    put(range(0, 3), 1, { text: 'harbour '.repeat(20_000) });
    database.close();
    const later = opened(location);
    expect(later.rowsOf('pending')).toBe(3);
    later.put(range(3, 128), 1, { text: 'feast' });
    await eventually(() => later.rowsOf('pending') === 0);
    expect([later.matching('har'), later.matching('fea')]).toEqual([3, 125]);
    later.database.close();
  });

  it('are written by the next write if the thread fails, which creates no file', async () => {
    const database = openDatabase(':memory:');
    const [names, shape] = [namesOf('notes', 1), shapeOf(notes)];
    createTables(database, names, shape, 1);
    const location = join(folder, 'missing.sqlite');
    const statements = createStatements(database, { arrays: true });
    const tables = new TextTables(statements, { names, shape }, { together: 2, location });
    const waiting = () => database.prepare(`SELECT count(*) AS rows FROM ${names.pending}`).get()?.rows;
    tables.add(1, long('harbour'));
    tables.add(2, { text: 'feast' });
    expect(waiting()).toBe(2);
    let doc = 3;
    await eventually(() => {
      tables.add(doc++, { text: 'concert' });
      return waiting() === 0;
    });
    expect(existsSync(location)).toBe(false);
    database.close();
  });
});
