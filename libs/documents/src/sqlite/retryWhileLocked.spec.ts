import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import { type DatabaseOptions, openDatabase } from './openDatabase.ts';
import { retryWhileLocked, writing } from './retryWhileLocked.ts';
import { createSqliteCounters } from './sqliteCounters.ts';
import { createSqliteDocuments } from './sqliteDocuments.ts';
import { createSqliteEntries } from './sqliteEntries.ts';

const NOTES = { name: 'notes', projectionVersion: 1 };

describe('a file that another process writes to', () => {
  let folder: string;
  let mine: DatabaseSync;
  let theirs: DatabaseSync;
  const open = (more: DatabaseOptions = {}) => openDatabase(join(folder, 'kept.db'), { durability: 'normal', ...more });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-kept-'));
    mine = open();
    theirs = open();
  });
  afterEach(async () => {
    for (const database of [mine, theirs]) database.close();
    await rm(folder, { recursive: true });
  });

  const stores = () => {
    const now = () => Date.now();
    return {
      documents: createSqliteDocuments(mine, [NOTES]),
      entries: createSqliteEntries(mine, { now }),
      counters: createSqliteCounters(mine, { now }),
    };
  };

  const writes = ({ documents, entries, counters }: ReturnType<typeof stores>) => [
    () => entries.insert('kind', 'one', 1),
    () => entries.insertAll('kind', [{ id: 'two', body: 2 }]),
    () => entries.put('kind', 'three', 3, { erasing: true }),
    () => entries.putAll('kind', [{ id: 'four', body: 4 }]),
    () => entries.delete('kind', 'one'),
    () => entries.deleteAll('kind', ['two']),
    () => documents.write([{ collection: NOTES, id: 1, version: 1, body: {} }]),
    () => documents.rebuild([NOTES]).then((rebuild) => rebuild.abandon()),
    () => counters.add('name', 1, { expiresAt: Date.now() + 60_000 }),
    () => counters.delete('name'),
  ];

  it('is read meanwhile, and written when it is free, by every kind of write', async () => {
    const all = stores();
    let done = 0;
    theirs.exec('BEGIN IMMEDIATE');
    const ends = writes(all).map((write) => write().finally(() => done++));
    for (let reads = 0; reads < 50; reads++) {
      expect(await all.entries.list('kind')).toEqual([]);
      expect(await all.documents.get(NOTES, 1)).toBeUndefined();
      await breathe();
    }
    expect(done).toBe(0);
    theirs.exec('ROLLBACK');
    await Promise.all(ends);
    expect(await all.documents.get(NOTES, 1)).toBeDefined();
  });

  it('is waited for as long as the patience lasts, and other errors are thrown at once', async () => {
    mine.close();
    mine = open({ patience: 20 });
    theirs.exec('BEGIN IMMEDIATE');
    await expect(retryWhileLocked(mine, () => mine.exec('BEGIN IMMEDIATE'))).rejects.toThrow('database is locked');
    expect(() => retryWhileLocked(mine, () => mine.exec('nonsense'))).toThrow('syntax error');
    theirs.exec('ROLLBACK');
    expect(retryWhileLocked(mine, () => 'done')).toBe('done');
  });

  it('is left to others after each write of a polite connection', async () => {
    const polite = open({ polite: true });
    const entries = createSqliteEntries(polite, { now: Date.now });
    let [ended, served] = [false, 0];
    const command = async (): Promise<void> => {
      for (let id = 0; id < 20; id++) await entries.put('kind', `${id}`, id);
      ended = true;
    };
    const commanding = command();
    while (!ended) {
      await writing(mine, () => mine.exec('BEGIN IMMEDIATE; ROLLBACK'));
      served++;
      await breathe();
    }
    await commanding;
    polite.close();
    expect(served).toBeGreaterThan(20);
  });
});
