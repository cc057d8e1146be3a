import { unlinkSync, utimesSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { lostFile, openDatabase, writing } from './openDatabase.ts';
import { createSqliteCounters } from './sqliteCounters.ts';
import { createSqliteEntries } from './sqliteEntries.ts';

describe('the files of an open database', () => {
  let folder: string;
  let file: string;
  let database: DatabaseSync;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-open-'));
    file = join(folder, 'core.sqlite');
    database = openDatabase(file);
  });
  afterEach(async () => {
    if (database.isOpen) database.close();
    await rm(folder, { recursive: true });
  });
  const put = async (id: string) => createSqliteEntries(database, { now: Date.now }).put('kind', id, {});
  const refused = { code: 'store-unavailable' };

  it('stay the same over writes, a checkpoint and a second connection', async () => {
    await put('one');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const other = openDatabase(file);
    other.exec('CREATE TABLE more (id INTEGER)');
    other.close();
    await put('two');
    expect(lostFile(database)).toBeUndefined();
  });

  it.each([
    ['', 'of late'],
    ['-wal', 'of late'],
    ['-shm', 'of late'],
    ['', 'long ago'],
    ['-wal', 'long ago'],
    ['-shm', 'long ago'],
  ])('acknowledge no write once %s is deleted or replaced, in a folder that has changed %s', async (suffix, when) => {
    if (when === 'long ago') utimesSync(folder, new Date('2026-01-01'), new Date('2026-01-01'));
    await put('one');
    await rename(file + suffix, `${file}.aside`);
    await expect(put('two')).rejects.toMatchObject(refused);
    expect(lostFile(database)).toBe(`${file}${suffix} was deleted or moved while it was open`);
    await writeFile(file + suffix, 'another');
    await expect(put('two')).rejects.toMatchObject(refused);
    expect(lostFile(database)).toBe(`${file}${suffix} was replaced while it was open`);
    await rename(`${file}.aside`, file + suffix);
    await put('two');
  });

  it('acknowledge no write once their folder is moved, or the database behind a link', async () => {
    const [moved, link] = [`${folder}.aside`, join(folder, 'linked.sqlite')];
    await symlink(join(folder, 'elsewhere', 'core.sqlite'), link);
    await mkdir(join(folder, 'elsewhere'));
    const linked = openDatabase(link);
    utimesSync(folder, new Date('2026-01-01'), new Date('2026-01-01'));
    const putLinked = (id: string) => createSqliteEntries(linked, { now: Date.now }).put('kind', id, {});
    await putLinked('one');
    await rename(join(folder, 'elsewhere', 'core.sqlite'), join(folder, 'elsewhere', 'aside.sqlite'));
    await expect(putLinked('two')).rejects.toMatchObject(refused);
    linked.close();
    await put('one');
    await rename(folder, moved);
    await mkdir(folder);
    await expect(put('two')).rejects.toMatchObject(refused);
    await rm(folder, { recursive: true });
    await rename(moved, folder);
    await put('two');
  });

  it('acknowledge no write that they lost meanwhile', async () => {
    database.exec('CREATE TABLE some (id INTEGER)');
    const work = () => {
      database.exec('INSERT INTO some VALUES (1)');
      unlinkSync(file);
    };
    expect(() => writing(database, work)).toThrow(expect.objectContaining(refused));
  });
});

describe('a full disk', () => {
  it('makes entries and counters unavailable, which go on as soon as there is room', async () => {
    const database = openDatabase(':memory:');
    const entries = createSqliteEntries(database, { now: Date.now });
    const counters = createSqliteCounters(database, { now: Date.now });
    const count = () => counters.add('x'.repeat(100_000), 1, { expiresAt: Date.now() + 60_000 });
    database.exec(`PRAGMA max_page_count = ${Number(database.prepare('PRAGMA page_count').get()?.page_count) + 5}`);
    const full = { code: 'store-unavailable', cause: expect.objectContaining({ errcode: 13 }) };
    await expect(entries.put('kind', 'one', 'x'.repeat(100_000))).rejects.toMatchObject(full);
    await expect(count()).rejects.toMatchObject(full);
    database.exec('PRAGMA max_page_count = 1000000');
    await entries.put('kind', 'one', 'x'.repeat(100_000));
    expect((await count()).count).toBe(1);
    database.close();
  });
});
