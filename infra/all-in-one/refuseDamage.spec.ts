import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '@almanac/documents/sqlite';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { refuseDamage } from './refuseDamage.ts';

describe('the start of a service', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-damage-'));
    file = join(folder, 'core.sqlite');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const expectNamed = async (start: () => Promise<unknown>, fault: string) => {
    const started = start().catch(refuseDamage('core', file));
    await expect(started).rejects.toMatchObject({
      code: 'configuration',
      message: `core: ${file} is damaged: ${fault}`,
    });
  };

  it('names the file that is no database', () => {
    writeFileSync(file, 'x'.repeat(8_192));
    return expectNamed(async () => openDatabase(file), 'file is not a database');
  });

  it.each([
    ['a commit that is no JSON', "(1, '{')", 'the commit at position 1 is no JSON'],
    ['a gap in the log', "(2, '{}')", 'position 1 is missing: 2 follows 0'],
  ])('names the file with %s', async (_, row, fault) => {
    const database = openDatabase(file);
    const store = createSqliteEventStore(database);
    const other = new DatabaseSync(file);
    other.exec(`INSERT INTO commits (position, body) VALUES ${row}`);
    other.close();
    await expectNamed(() => store.readLog(0), fault);
    await store.close();
    database.close();
  });

  it('throws other errors as they are', async () => {
    const error = new Error('the port is taken');
    await expect(Promise.reject(error).catch(refuseDamage('core', file))).rejects.toBe(error);
  });
});
