import { createSqliteDocuments, createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { effectsContract } from './effects.contract.ts';

effectsContract('SQLite', async () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, []);
  const store = createSqliteEventStore(database, { documents });
  return {
    store,
    entries: createSqliteEntries(database, { now: Date.now }),
    close: async () => {
      await store.close();
      database.close();
    },
  };
});
