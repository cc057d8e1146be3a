import type { Entries } from '@almanac/documents';
import { createMongodbEntries, openMongodbDocuments, prepareEntries } from '@almanac/documents/mongodb';
import { createSqliteDocuments, createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import type { EventStore } from '@almanac/event-store';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { MongoClient } from 'mongodb';

/** A service's log and entries. */
export interface OpenedLog {
  readonly store: EventStore;
  readonly entries: Entries;
  close(): Promise<void>;
}

/** @param location address of a MongoDB database, or path of an SQLite file */
export const openLog = (location: string): Promise<OpenedLog> =>
  location.startsWith('mongodb') ? onMongodb(location) : onSqlite(location);

const onSqlite = async (file: string): Promise<OpenedLog> => {
  const database = openDatabase(file, { durability: 'full' });
  const store = createSqliteEventStore(database, { documents: createSqliteDocuments(database, []) });
  const close = async (): Promise<void> => {
    await store.close();
    database.close();
  };
  return { store, entries: createSqliteEntries(database, { now: Date.now }), close };
};

const onMongodb = async (location: string): Promise<OpenedLog> => {
  const client = new MongoClient(location);
  const database = client.db();
  await prepareLog(database);
  await prepareEntries(database);
  const store = createMongodbEventStore(database, { documents: await openMongodbDocuments(database, []) });
  const close = async (): Promise<void> => {
    await store.close();
    await client.close();
  };
  return { store, entries: createMongodbEntries(database, { now: Date.now }), close };
};
