import { documentsContract } from '../documents.contract.ts';
import { recordsContract } from '../records.contract.ts';
import { createSqliteDocuments, createSqliteRecords, openDatabase } from './sqliteDocuments.ts';

const open = () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  return { database, dispose: async () => database.close() };
};

documentsContract('SQLite', async (collections) => {
  const { database, dispose } = open();
  return { documents: createSqliteDocuments(database, collections), dispose };
});

recordsContract('SQLite', async (now) => {
  const { database, dispose } = open();
  return { records: createSqliteRecords(database, { now }), dispose };
});
