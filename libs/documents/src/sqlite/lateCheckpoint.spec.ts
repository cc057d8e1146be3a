import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withLateCheckpoint } from './lateCheckpoint.ts';
import { openDatabase } from './openDatabase.ts';

/** Longer than the write-ahead log may become before SQLite copies it into the file. */
const LONG = 20 * 1_024 * 1_024;

describe('a long write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'late-checkpoint-'));
  const file = join(folder, 'notes.sqlite');
  const database = openDatabase(file, { durability: 'normal' });
  database.exec('CREATE TABLE notes (body TEXT) STRICT');
  const insert = database.prepare('INSERT INTO notes VALUES (?)');
  const sizeAfter = (write: () => unknown): number => {
    write();
    return statSync(file).size;
  };
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('is copied into the file afterwards, and a failed one leaves the next checkpoints as they were', async () => {
    expect(sizeAfter(() => withLateCheckpoint(database, () => insert.run('a'.repeat(LONG))))).toBeLessThan(LONG);
    while (statSync(file).size < LONG) await pause(5);
    const fail = () => {
      throw new Error('refused');
    };
    expect(() => withLateCheckpoint(database, fail)).toThrow('refused');
    expect(sizeAfter(() => insert.run('b'.repeat(LONG)))).toBeGreaterThanOrEqual(2 * LONG);
  });

  it('is not copied in a turn with other timers', async () => {
    const before = statSync(file).size;
    const timer = jest.spyOn(globalThis, 'setTimeout');
    withLateCheckpoint(database, () => insert.run('c'.repeat(LONG)));
    const [whenDue] = timer.mock.calls[0] ?? [];
    timer.mockRestore();
    whenDue?.();
    expect(statSync(file).size).toBeLessThan(before + LONG);
    while (statSync(file).size < before + LONG) await pause(5);
  });
});
