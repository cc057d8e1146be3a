import { countersContract } from '../counters.contract.ts';
import { documentsContract } from '../documents.contract.ts';
import { entriesContract } from '../entries.contract.ts';
import { createSqliteCounters, createSqliteDocuments, createSqliteEntries, openDatabase } from './sqliteDocuments.ts';

const open = () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  return { database, dispose: async () => database.close() };
};

documentsContract('SQLite', async (collections) => {
  const { database, dispose } = open();
  return { documents: createSqliteDocuments(database, collections), dispose };
});

entriesContract('SQLite', async (now) => {
  const { database, dispose } = open();
  return { entries: createSqliteEntries(database, { now }), dispose };
});

countersContract('SQLite', async (now) => {
  const { database, dispose } = open();
  return { counters: createSqliteCounters(database, { now }), dispose };
});
