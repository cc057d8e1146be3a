import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteDocuments, openDatabase } from '@almanac/documents/sqlite';
import { olderReleaseContract } from './olderRelease.contract.ts';
import { serviceUnderTest } from './serviceUnderTest.contract.ts';

olderReleaseContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-older-release-'));
  const location = join(folder, 'service.sqlite');
  const { store, entries, close } = serviceUnderTest({ location });
  const opened = new Set<{ close(): void }>([{ close }]);
  return {
    store,
    entries,
    open: async (collections) => {
      const database = openDatabase(location, { durability: 'normal' });
      opened.add(database);
      return createSqliteDocuments(database, collections);
    },
    close: async () => {
      for (const each of opened) each.close();
      rmSync(folder, { recursive: true });
    },
  };
});
