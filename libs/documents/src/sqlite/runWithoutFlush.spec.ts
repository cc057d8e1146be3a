import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './openDatabase.ts';
import { runWithoutFlush } from './runWithoutFlush.ts';
import { createSqliteCounters } from './sqliteCounters.ts';
import { createSqliteEntries } from './sqliteEntries.ts';

const level = (database: DatabaseSync): unknown => database.prepare('PRAGMA synchronous').get()?.synchronous;
const [NORMAL, FULL] = [1, 2];

describe('a write of reproducible data', () => {
  it('does not wait for the disk, and the next write does again', () => {
    const database = openDatabase(':memory:', { durability: 'full' });
    expect(runWithoutFlush(database, () => level(database))).toBe(NORMAL);
    expect(level(database)).toBe(FULL);
    expect(() =>
      runWithoutFlush(database, () => {
        throw new RangeError('no');
      }),
    ).toThrow(RangeError);
    expect(level(database)).toBe(FULL);
  });

  it('leaves a transaction as durable as it was begun', () => {
    const database = openDatabase(':memory:', { durability: 'full' });
    database.exec('BEGIN');
    expect(runWithoutFlush(database, () => level(database))).toBe(FULL);
    database.exec('COMMIT');
  });

  it('never makes a connection more durable than it was opened', () => {
    const database = openDatabase(':memory:', { durability: 'normal' });
    runWithoutFlush(database, () => level(database));
    expect(level(database)).toBe(NORMAL);
  });

  it('includes counters, and entries whose writer says so', async () => {
    const database = openDatabase(':memory:', { durability: 'full' });
    const now = () => 1_000;
    const [counters, entries] = [createSqliteCounters(database, { now }), createSqliteEntries(database, { now })];
    let unflushedWrites = 0;
    const { exec } = database;
    database.exec = (sql) => {
      if (sql === 'PRAGMA synchronous = NORMAL') unflushedWrites++;
      exec.call(database, sql);
    };
    await counters.add('a', 1, { expiresAt: 2_000 });
    await counters.delete('a');
    await entries.put('mark', 'a', 1, { flushed: false });
    expect(unflushedWrites).toBe(3);
    await entries.put('mark', 'a', 2);
    expect([unflushedWrites, level(database)]).toEqual([3, FULL]);
  });
});
