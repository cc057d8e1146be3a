import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './openDatabase.ts';

const MIB = 1_024 * 1_024;

describe('an open database', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-open-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps 4 MiB of pages between transactions, and changed pages until a transaction ends', () => {
    const file = join(folder, 'core.sqlite');
    const database = openDatabase(file);
    expect(database.prepare('PRAGMA cache_size').get()).toEqual({ cache_size: -4_096 });
    database.exec('CREATE TABLE notes (body BLOB)');
    const before = statSync(`${file}-wal`).size;
    const insert = database.prepare('INSERT INTO notes VALUES (zeroblob(?))');
    database.exec('BEGIN');
    for (let inserted = 0; inserted < 8; inserted++) insert.run(MIB);
    expect(statSync(`${file}-wal`).size).toBe(before);
    database.exec('COMMIT');
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(before + 8 * MIB);
    database.close();
  });
});
