import { renameSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Collection, DocumentWrite } from '@almanac/documents';
import { type DatabaseOptions, openDatabase } from '@almanac/documents/sqlite/database';
import { eventStoreContract } from '../eventStore.contract.ts';
import type { EventStore } from '../eventStore.ts';
import { expectConsistentLog, newCommit, outcomes, takes, wholeLog } from '../logUnderTest.contract.ts';
import { createSqliteEventStore } from './sqliteEventStore.ts';

const twoConnections = async (more: DatabaseOptions = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-log-'));
  return {
    folder,
    databases: [1, 2].map(() => openDatabase(join(folder, 'log.db'), { durability: 'normal', ...more })),
  };
};

eventStoreContract('a database in memory', async (options) => {
  const database = openDatabase(':memory:');
  const store = createSqliteEventStore(database, options);
  return { stores: [store, store], close: async () => database.close() };
});

eventStoreContract('a file with two connections', async (options) => {
  const { folder, databases } = await twoConnections();
  const [first, second] = databases.map((database) => createSqliteEventStore(database, options));
  return {
    stores: [first!, second!],
    close: async () => {
      for (const database of databases) database.close();
      await rm(folder, { recursive: true });
    },
  };
});

describe('endless reads of the log', () => {
  const database = openDatabase(':memory:');
  const store = createSqliteEventStore(database);
  beforeAll(() => store.append(newCommit([takes('venue-1', 1)])));
  afterAll(() => database.close());

  it.each([
    ['a stream', () => Array.fromAsync(store.readStream('venue-1'))],
    ['commits', () => store.readLog(0)],
    ['the last position', () => store.last()],
  ])('let others be answered in between: %s', async (_what, read) => {
    let isAnswered = false;
    setImmediate(() => {
      isAnswered = true;
    });
    for (let reads = 0; reads < 200_000 && !isAnswered; reads++) await read();
    expect(isAnswered).toBe(true);
  });
});

describe('the commits that a process has just written', () => {
  const append = async (store: EventStore, count: number): Promise<void> => {
    for (let version = 1; version <= count; version++) await store.append(newCommit([takes('venue-1', version)]));
  };
  const positions = (store: EventStore, after: number, limit?: number) =>
    store.readWritten?.(after, limit)?.map(({ position }) => position);

  it('are handed over to followers; older ones must be read from the log, and those of others', async () => {
    const store = createSqliteEventStore(openDatabase(':memory:'));
    expect(positions(store, 0)).toBeUndefined();
    await append(store, 203);
    expect([positions(store, 201), positions(store, 3, 2)]).toEqual([
      [202, 203],
      [4, 5],
    ]);
    expect([positions(store, 2), positions(store, 203)]).toEqual([undefined, undefined]);
  });

  it('are as they are read from the log, also after those of another process', async () => {
    const { folder, databases } = await twoConnections();
    const [own, other] = databases.map((database) => createSqliteEventStore(database));
    const commit = newCommit([takes('venue-1', 1), { ...takes('venue-2', 1), schema: 2 }]);
    await own!.append({ ...commit, once: ['greeting'] });
    expect(own!.readWritten?.(0)).toEqual(await other!.readLog(0));
    await other!.append(newCommit([takes('venue-3', 1)]));
    await own!.append(newCommit([takes('venue-4', 1)]));
    expect(positions(own!, 0)).toBeUndefined();
    expect(own!.readWritten?.(2)).toEqual(await other!.readLog(2));
    for (const database of databases) database.close();
    await rm(folder, { recursive: true });
  });

  it('do not include a repeated commit again, nor data that were replaced', async () => {
    const store = createSqliteEventStore(openDatabase(':memory:'));
    const [first, second] = [newCommit([takes('venue-1', 1)]), newCommit([takes('venue-2', 1)])];
    for (const commit of [first, second, first]) await store.append(commit);
    expect(positions(store, 0)).toEqual([1, 2]);
    await store.redact([{ position: 1, stream: 'venue-1', version: 1, data: { erased: true } }]);
    expect(positions(store, 0)).toBeUndefined();
  });
});

describe('the log in SQLite', () => {
  const COLLECTION: Collection = { name: 'venues', projectionVersion: 1 };
  const written = (database: DatabaseSync): unknown[] =>
    database
      .prepare('SELECT id FROM documents')
      .all()
      .map((row) => row.id);
  const document = (id: number): DocumentWrite => ({ collection: COLLECTION, id, version: 1, body: {} });
  /** Opens a store whose documents' table checks `later` at the end of the transaction, and throws for id 13. */
  const openWithDocuments = () => {
    const database = openDatabase(':memory:');
    database.exec(
      'CREATE TABLE documents (id INTEGER PRIMARY KEY, later INTEGER REFERENCES documents (id) DEFERRABLE INITIALLY DEFERRED)',
    );
    const insert = database.prepare('INSERT INTO documents (id, later) VALUES (?, ?)');
    const documents = {
      writeNow: (writes: readonly DocumentWrite[]) => {
        for (const write of writes) {
          insert.run(write.id, write.id === 666 ? 667 : null);
          if (write.id === 13) throw new RangeError('not this one');
        }
      },
    };
    return { database, store: createSqliteEventStore(database, { documents }) };
  };

  it('writes documents with their commit, and none of a refused one', async () => {
    const { database, store } = openWithDocuments();
    const commit = newCommit([takes('venue-1', 1)]);
    const ends = await outcomes([
      store.append(commit, { documents: [document(1)] }),
      store.append(newCommit([takes('venue-1', 1)]), { documents: [document(2)] }),
      store.append(commit, { documents: [document(3)] }),
      store.append(newCommit([takes('venue-2', 1)]), { documents: [document(4)] }),
    ]);
    expect(ends).toEqual([1, 'version-conflict', 1, 2]);
    expect(written(database)).toEqual([1, 4]);
  });

  it('fails only the commit whose documents cannot be written', async () => {
    const { database, store } = openWithDocuments();
    const bad = store.append(newCommit([takes('venue-1', 1)]), { documents: [document(13)] });
    const good = store.append(newCommit([takes('venue-1', 1)]), { documents: [document(14)] });
    await expect(bad).rejects.toThrow(RangeError);
    await expect(good).resolves.toEqual({ position: 1 });
    expect(written(database)).toEqual([14]);
  });

  it('refuses documents that no commit would write', async () => {
    const store = createSqliteEventStore(openDatabase(':memory:'));
    const append = store.append(newCommit([takes('venue-1', 1)]), { documents: [document(1)] });
    await expect(append).rejects.toThrow('no writer of documents');
    expect(await store.last()).toBe(0);
  });

  it('reports an unknown outcome if the transaction cannot be ended', async () => {
    const { database, store } = openWithDocuments();
    const append = store.append(newCommit([takes('venue-1', 1)]), { documents: [document(666)] });
    const cause = expect.objectContaining({ message: 'FOREIGN KEY constraint failed' });
    await expect(append).rejects.toMatchObject({ code: 'outcome-unknown', cause });
    await expect(store.append(newCommit([takes('venue-1', 1)]))).resolves.toEqual({ position: 1 });
    expect(written(database)).toEqual([]);
  });

  it('is unavailable while another process holds the file, or when it is closed', async () => {
    const { folder, databases } = await twoConnections({ patience: 20 });
    const [mine, theirs] = databases;
    const store = createSqliteEventStore(mine!);
    theirs!.exec('BEGIN IMMEDIATE');
    await expect(store.append(newCommit([takes('venue-1', 1)]))).rejects.toMatchObject({ code: 'store-unavailable' });
    theirs!.exec('ROLLBACK');
    await store.append(newCommit([takes('venue-1', 1)]));
    mine!.close();
    await expect(store.append(newCommit([takes('venue-1', 2)]))).rejects.toMatchObject({ code: 'store-unavailable' });
    theirs!.close();
    await rm(folder, { recursive: true });
  });

  it('keeps other work going while another process writes, and then appends once', async () => {
    const { folder, databases } = await twoConnections();
    const [mine, theirs] = databases;
    const store = createSqliteEventStore(mine!);
    theirs!.exec('BEGIN IMMEDIATE');
    let done = false;
    const appends = ['venue-1', 'venue-2'].map((stream) => store.append(newCommit([takes(stream, 1)])));
    void Promise.all(appends).then(() => {
      done = true;
    });
    for (let reads = 0; reads < 50; reads++) {
      expect(await store.last()).toBe(0);
      await breathe();
    }
    expect(done).toBe(false);
    theirs!.exec('ROLLBACK');
    expect((await Promise.all(appends)).map(({ position }) => position)).toEqual([1, 2]);
    for (const database of databases) database.close();
    await rm(folder, { recursive: true });
  });

  it('refuses commits that a full disk cannot hold, and goes on when there is room', async () => {
    const database = openDatabase(':memory:');
    const store = createSqliteEventStore(database);
    const room = Number(database.prepare('PRAGMA page_count').get()?.page_count) + 20;
    database.exec(`PRAGMA max_page_count = ${room}`);
    const large = () => newCommit([takes('venue-1', 1, { text: 'x'.repeat(200_000) })]);
    const ends = await outcomes([store.append(large()), store.append(newCommit([takes('venue-2', 1)]))]);
    expect(ends[0]).toBe('store-unavailable');
    await expect(store.append(large())).rejects.toMatchObject({ cause: { errcode: 13 } });
    database.exec(`PRAGMA max_page_count = ${room * 100}`);
    await store.append(large());
    expectConsistentLog(await wholeLog(store));
    expect(await Array.fromAsync(store.readStream('venue-1'))).toHaveLength(1);
  });

  it('acknowledges no commit whose file is gone, nor one whose file goes while it is written', async () => {
    const { folder, databases } = await twoConnections();
    databases[1]!.close();
    const [file, gone] = [join(folder, 'log.db'), join(folder, 'gone.db')];
    const documents = {
      writeNow: (writes: readonly DocumentWrite[]) => {
        if (writes.length > 0) renameSync(file, gone);
      },
    };
    const store = createSqliteEventStore(databases[0]!, { documents });
    const during = store.append(newCommit([takes('venue-1', 1)]), { documents: [document(1)] });
    await expect(during).rejects.toMatchObject({ code: 'outcome-unknown' });
    const after = () => store.append(newCommit([takes('venue-2', 1)]));
    await expect(after()).rejects.toMatchObject({ code: 'store-unavailable' });
    renameSync(gone, file);
    expect(await after()).toEqual({ position: 2 });
    databases[0]!.close();
    await rm(folder, { recursive: true });
  });

  it('refuses a version that would leave a hole in its stream', async () => {
    const store = createSqliteEventStore(openDatabase(':memory:'));
    await expect(store.append(newCommit([takes('venue-1', 2)]))).rejects.toMatchObject({ code: 'version-conflict' });
  });

  it('stops with an error at a gap', async () => {
    const database = openDatabase(':memory:');
    const store = createSqliteEventStore(database);
    for (let id = 1; id <= 4; id++) await store.append(newCommit([takes(`venue-${id}`, 1)]));
    database.exec('DELETE FROM commits WHERE position = 2');
    await expect(store.readLog(0)).rejects.toMatchObject({ code: 'log-gap' });
    await expect(store.readLog(1)).rejects.toMatchObject({ code: 'log-gap' });
    await expect(store.readLog(2)).resolves.toHaveLength(2);
  });

  it('keeps everything in its file', async () => {
    const { folder, databases } = await twoConnections();
    const [first, second] = databases;
    const commit = newCommit([takes('venue-1', 1, { name: 'Hafen' })], ['effect/1']);
    await createSqliteEventStore(first!).append(commit);
    const before = await createSqliteEventStore(first!).readLog(0);
    first!.close();
    const reopened = createSqliteEventStore(second!);
    expect(await reopened.readLog(0)).toEqual(before);
    expect(await reopened.append(commit)).toEqual({ position: 1 });
    second!.close();
    await rm(folder, { recursive: true });
  });
});
