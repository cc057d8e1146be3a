import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Collection, Filter } from '../documents.ts';
import { Generations } from './generations.ts';
import { createSqliteDocuments, createSqliteEntries, openDatabase } from './sqliteDocuments.ts';

const notes: Collection = {
  name: 'notes',
  projectionVersion: 1,
  indexes: [['kind']],
  arrays: ['tags'],
  texts: ['text'],
};
const live: Filter = { field: 'kind', equals: 'live' };
const write = (id: number, version: number, body: object | null) => [{ collection: notes, id, version, body }];

describe('two connections to one SQLite file', () => {
  let folder = '';
  const opened: { close(): void }[] = [];
  const connect = () => {
    const database = openDatabase(join(folder, 'service.sqlite'), { durability: 'normal' });
    opened.push(database);
    return { database, documents: createSqliteDocuments(database, [notes]) };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'documents-'));
  });
  afterEach(() => {
    for (const database of opened.splice(0)) database.close();
    rmSync(folder, { recursive: true });
  });

  it('find a page anew after a write of the other', async () => {
    const [one, other] = [connect().documents, connect().documents];
    const page = { filter: live, limit: 2 };
    await one.write(write(1, 1, { kind: 'live' }));
    expect(await other.find(notes, page)).toEqual([{ kind: 'live' }]);
    await one.write([...write(1, 2, { kind: 'live', tags: [1] }), ...write(2, 1, { kind: 'live' })]);
    expect(await other.find(notes, page)).toEqual([{ kind: 'live', tags: [1] }, { kind: 'live' }]);
    await one.write(write(2, 2, null));
    expect(await other.find(notes, page)).toEqual([{ kind: 'live', tags: [1] }]);
  });

  it('guard each other, and see and count what the other wrote', async () => {
    const [one, other] = [connect().documents, connect().documents];
    await one.write(write(1, 2, { kind: 'live' }));
    expect(await other.count(notes, live)).toBe(1);
    await other.write(write(1, 1, { kind: 'stale' }));
    expect(await one.find(notes, {})).toEqual([{ kind: 'live' }]);
    expect([await one.count(notes, live), await other.count(notes, live)]).toEqual([1, 1]);
    await other.write(write(1, 3, null));
    await one.write(write(1, 2, { kind: 'live' }));
    expect([await one.count(notes, live), await other.count(notes, live)]).toEqual([0, 0]);
  });

  it('tell another version after a change by either, and none within a transaction', async () => {
    const [one, other] = [connect(), connect()];
    const versions = new Set([await one.documents.version(), await other.documents.version()]);
    await one.documents.write(write(1, 1, { kind: 'live' }));
    versions.add(await one.documents.version()).add(await other.documents.version());
    await other.documents.write(write(1, 2, null));
    versions.add(await one.documents.version()).add(await other.documents.version());
    expect(versions.size).toBe(6);
    one.database.exec('BEGIN');
    one.documents.writeNow(write(2, 1, { kind: 'live' }));
    expect(await one.documents.version()).toBeUndefined();
    one.database.exec('ROLLBACK');
    expect(await one.documents.version()).toEqual(expect.any(String));
  });

  it('count a change by the other, and none within a transaction', async () => {
    const [one, other] = [connect(), connect()];
    const before = one.documents.changesOf(notes);
    await other.documents.write(write(1, 1, { kind: 'live' }));
    while (one.documents.changesOf(notes) === before) await setImmediate();
    one.database.exec('BEGIN');
    expect(one.documents.changesOf(notes)).toBeUndefined();
    one.database.exec('ROLLBACK');
    expect(one.documents.changesOf(notes)).toBeGreaterThan(before ?? 0);
  });

  it('fill both generations while either rebuilds, and switch together', async () => {
    const [one, other] = [connect().documents, connect().documents];
    await one.write([...write(1, 1, { kind: 'old' }), ...write(2, 1, { kind: 'old' })]);
    expect(await other.count(notes)).toBe(2);
    const rebuild = await one.rebuild([notes]);
    await other.write(write(1, 2, { kind: 'live', tags: [1], text: 'harbour' }));
    await rebuild.write(write(1, 1, { kind: 'old' }));
    expect((await other.find(notes, {})).length).toBe(2);
    await rebuild.switch();
    expect(await other.find(notes, {})).toEqual([{ kind: 'live', tags: [1], text: 'harbour' }]);
    expect(await other.count(notes, { field: 'tags', contains: [1] })).toBe(1);
    expect(await other.count(notes, { texts: ['text'], words: ['bou'] })).toBe(1);
    await other.write(write(1, 3, { kind: 'later' }));
    expect(await one.find(notes, {})).toEqual([{ kind: 'later' }]);
    expect(await other.outdated()).toEqual([]);
  });

  it('see a switch although the old tables are gone', async () => {
    const [one, other] = [connect().documents, connect().documents];
    for (let round = 1; round <= 3; round++) {
      const rebuild = await one.rebuild([notes]);
      await rebuild.write(write(1, round, { kind: 'live', round }));
      await rebuild.switch();
      expect(await other.get(notes, 1)).toEqual({
        id: 1,
        version: round,
        projectionVersion: 1,
        body: { kind: 'live', round },
      });
      expect(await other.getMany(notes, [1])).toHaveLength(1);
      expect(await other.countBy(notes, 'kind', ['live'])).toEqual(new Map([['live', 1]]));
    }
  });

  it('read again if a table was dropped between the look at the list and the read', async () => {
    const { database } = connect();
    const other = connect().documents;
    const generations = new Generations(database, [notes]);
    await other.write(write(1, 1, { kind: 'live' }));
    const { live: table } = generations.of(notes);
    const rebuild = await other.rebuild([notes]);
    await rebuild.write(write(1, 1, { kind: 'live' }));
    let switched: Promise<void> | undefined;
    const read = () => {
      const { live } = generations.known(notes);
      switched ??= rebuild.switch();
      return live.get(1)?.version;
    };
    expect(generations.reading(read)).toBe(1);
    await switched;
    expect(() => generations.reading(() => table.get(1))).toThrow('no such table');
  });

  it('end a rebuild of the other that they replace', async () => {
    const [one, other] = [connect().documents, connect().documents];
    const first = await one.rebuild([notes]);
    const second = await other.rebuild([notes]);
    await expect(first.write(write(1, 1, {}))).rejects.toThrow('rebuild of "notes" has ended');
    await second.write(write(2, 1, { kind: 'live' }));
    await expect(first.switch()).rejects.toThrow('has ended');
    await second.switch();
    expect(await one.find(notes, {})).toEqual([{ kind: 'live' }]);
  });

  it('keep their data when they open it again, without rebuilding', async () => {
    const first = connect();
    await (await first.documents.rebuild([notes])).switch();
    await first.documents.write(write(1, 1, { kind: 'live' }));
    first.database.close();
    opened.splice(0);
    const second = connect().documents;
    expect(await second.find(notes, { filter: live })).toEqual([{ kind: 'live' }]);
    expect(await second.outdated()).toEqual([]);
  });

  it('let one of them insert an entry', async () => {
    const [one, other] = [connect().database, connect().database].map((database) =>
      createSqliteEntries(database, { now: () => 0 }),
    );
    expect([await one?.insert('lease', 'a#1', 1), await other?.insert('lease', 'a#1', 2)]).toEqual([true, false]);
    expect(await other?.put('lease', 'a#1', 2, { ifRevision: 1 })).toBe(true);
    expect(await one?.put('lease', 'a#1', 3, { ifRevision: 1 })).toBe(false);
    expect((await one?.get('lease', 'a#1'))?.body).toBe(2);
  });
});
