import type { Collection } from '@almanac/documents';
import { openMongodbDocuments, prepareCounters, prepareEntries } from '@almanac/documents/mongodb';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { databaseOf } from '@almanac/manifest';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import type { DatabaseSettings } from './settings.ts';

/**
 * A majority journals writes before they are acknowledged, and reads see only such writes.
 * Requests to the database time out before the service's own clients do.
 */
const SERVING: MongoClientOptions = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  socketTimeoutMS: 5_000,
  waitQueueTimeoutMS: 5_000,
  maxPoolSize: 50,
};

/** Creates a client for requests; it connects at the first of them. */
export const mongodbClient = (settings: DatabaseSettings, service: string): MongoClient =>
  new MongoClient(settings.MONGODB_URL, { ...SERVING, appName: `almanac-${service}` });

export const databaseName = ({ DATABASE, DATABASE_PREFIX }: DatabaseSettings, service: string): string =>
  DATABASE ?? databaseOf(DATABASE_PREFIX, service);

/** Creates a service's missing indexes, on a client of its own without timeout, since it may take long. */
export const prepareDatabase = async (
  settings: DatabaseSettings,
  service: string,
  collections: readonly Collection[],
): Promise<void> => {
  const { socketTimeoutMS: _, ...patient } = SERVING;
  const client = new MongoClient(settings.MONGODB_URL, { ...patient, appName: `almanac-${service}-indexes` });
  try {
    const database = client.db(databaseName(settings, service));
    await prepareLog(database);
    await prepareEntries(database);
    await prepareCounters(database);
    const fresh = (await createMongodbEventStore(database).last()) === 0;
    await openMongodbDocuments(database, collections, { fresh });
  } finally {
    await client.close();
  }
};
