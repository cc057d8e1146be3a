import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Collection, Documents } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const notes: Collection = {
  name: 'notes',
  projectionVersion: 1,
  indexes: [['kind']],
  arrays: ['tags'],
  texts: ['text'],
};
const NUMBER = 3_000;
/** Maximum rows that a transaction may change: 500 documents of about ten each, with the index of their texts. */
const MAX_CHANGED_ROWS = 7_000;

const writes = (from: number, to: number, version = 1) =>
  Array.from({ length: to - from }, (_, place) => ({
    collection: notes,
    id: from + place,
    version,
    body: { kind: 'a', tags: [place % 7, 8], text: `harbour ${place}` },
  }));

const numberIn = (database: DatabaseSync, sql: string): number =>
  Number(Object.values(database.prepare(sql).get()!)[0]);

/** Records for each transaction of a connection the number of rows that it changes, indexes, or drops with a table. */
const noteWork = (database: DatabaseSync): number[] => {
  const exec = database.exec.bind(database);
  const works: number[] = [];
  let [before, atOnce] = [0, 0];
  const changed = () => numberIn(database, 'SELECT total_changes()');
  database.exec = (text) => {
    if (text.startsWith('BEGIN')) [before, atOnce] = [changed(), 0];
    const table = /^DROP TABLE (?:IF EXISTS )?(".+")/.exec(text)?.[1];
    if (table !== undefined && isThere(database, table)) {
      const shadow = `${table.slice(0, -1)}_docsize"`;
      atOnce += numberIn(database, `SELECT count(*) FROM ${isThere(database, shadow) ? shadow : table}`);
    }
    const indexed = /^CREATE INDEX .+ ON (".+?") /.exec(text)?.[1];
    if (indexed !== undefined) atOnce += numberIn(database, `SELECT count(*) FROM ${indexed}`);
    exec(text);
    if (text === 'COMMIT') works.push(changed() - before + atOnce);
  };
  return works;
};

const isThere = (database: DatabaseSync, table: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table.slice(1, -1)) !== undefined;

const tablesOf = (database: DatabaseSync): string[] =>
  database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'documents/%' ORDER BY name`)
    .all()
    .map(({ name }) => String(name).split('/').slice(0, 3).join('/'))
    .filter((name, place, all) => all.indexOf(name) === place);

describe('a file that a running site uses', () => {
  let folder: string;
  let site: Documents;
  const opened: DatabaseSync[] = [];
  const open = (polite: boolean) => {
    const database = openDatabase(join(folder, 'kept.sqlite'), { durability: 'normal', polite });
    opened.push(database);
    return database;
  };
  const command = () => {
    const database = open(true);
    return { database, documents: createSqliteDocuments(database, [notes]) };
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-locks-'));
    site = createSqliteDocuments(open(false), [notes]);
    await site.write(writes(0, NUMBER));
    await site.write(writes(0, 10).map((write) => ({ ...write, version: 2, body: null })));
  });
  afterEach(() => {
    for (const database of opened.splice(0)) database.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    { of: 'a command', gently: false },
    { of: 'the site itself', gently: true },
  ])(
    'is locked only for a bounded number of rows at a time, in rebuilds of $of, also in replacing and giving up',
    async (by) => {
      const { database, documents } = by.gently ? { database: opened[0]!, documents: site } : command();
      const works = noteWork(database);
      const first = await documents.rebuild([notes], by);
      await first.write(writes(0, NUMBER));
      await first.switch();
      expect(tablesOf(database)).toEqual(['documents/notes/2']);
      const second = await documents.rebuild([notes], by);
      await second.write(writes(0, NUMBER));
      await second.abandon();
      expect(tablesOf(database)).toEqual(['documents/notes/2']);
      expect(await site.count(notes)).toBe(NUMBER);
      expect(works.length).toBeGreaterThan(20);
      expect(Math.max(...works)).toBeLessThan(MAX_CHANGED_ROWS);
    },
  );

  it('keeps rows of a command that is killed after a switch, which the next start clears in short locks', async () => {
    const { database, documents } = command();
    const rebuild = await documents.rebuild([notes]);
    await rebuild.write(writes(0, NUMBER));
    await killedDuring(database, rebuild.switch());
    expect(tablesOf(open(true))).toEqual(['documents/notes/1', 'documents/notes/2']);
    const next = command();
    const works = noteWork(next.database);
    await next.documents.sweep();
    expect(tablesOf(next.database)).toEqual(['documents/notes/2']);
    expect(Math.max(...works)).toBeLessThan(MAX_CHANGED_ROWS);
    await next.documents.sweep();
    expect(await next.documents.count(notes, { texts: ['text'], words: ['harb'] })).toBe(NUMBER);
  });

  it('never shows a table that is being emptied', async () => {
    const before = await site.find(notes, { filter: { field: 'tags', contains: [3] } });
    const { database, documents } = command();
    const rebuild = await documents.rebuild([notes]);
    await rebuild.write(writes(0, NUMBER));
    await killedDuring(database, rebuild.switch());
    expect(before.length).toBeGreaterThan(400);
    expect(await site.get(notes, 2_000)).toMatchObject({ version: 1 });
    expect(await site.find(notes, { filter: { texts: ['text'], words: ['harbour 299'] } })).toHaveLength(11);
    expect(await site.find(notes, {})).toHaveLength(NUMBER);
  });
});

/** Runs a command until it has emptied a part of the replaced generation, and ends its process there. */
const killedDuring = async (database: DatabaseSync, switching: Promise<void>): Promise<void> => {
  const exec = database.exec.bind(database);
  let commits = 0;
  database.exec = (text) => {
    exec(text);
    // the switch creates its indexes and switches; later commits delete rows
    if (text === 'COMMIT' && ++commits === 4) throw new Error('killed');
  };
  await expect(switching).rejects.toThrow('killed');
};
