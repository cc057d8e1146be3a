import type { Collection } from '@almanac/documents';
import { openMongodbDocuments, prepareCounters, prepareEntries } from '@almanac/documents/mongodb';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { databaseOf } from '@almanac/manifest';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { environmentError, readSettingFile } from '../environment.ts';
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

/** Options in `MONGODB_URL` with paths of files, which the driver reads when it connects. */
const FILES = ['tlsCAFile', 'tlsCertificateKeyFile', 'tlsCRLFile'] as const;

/** @throws ConfigurationError for an address that the driver refuses, and for files in it that cannot be read */
const createClient = ({ MONGODB_URL }: DatabaseSettings, options: MongoClientOptions): MongoClient => {
  try {
    const client = new MongoClient(MONGODB_URL, options);
    for (const name of FILES) {
      const path = client.options[name];
      if (path !== undefined) readSettingFile(`MONGODB_URL, ${name}`, path);
    }
    return client;
  } catch (error) {
    if (!(error instanceof Error && error.name.startsWith('Mongo'))) throw error;
    throw environmentError([`MONGODB_URL: ${error.message}`], { cause: error });
  }
};

/**
 * Creates a client for requests; it connects at the first of them.
 * @throws ConfigurationError for an address that cannot be used
 */
export const mongodbClient = (settings: DatabaseSettings, service: string): MongoClient =>
  createClient(settings, { ...SERVING, appName: `almanac-${service}` });

export const databaseName = ({ DATABASE, DATABASE_PREFIX }: DatabaseSettings, service: string): string =>
  DATABASE ?? databaseOf(DATABASE_PREFIX, service);

/**
 * Creates a service's missing indexes, on a client of its own without timeout, since it may take long.
 * @throws ConfigurationError for an address that cannot be used
 */
export const prepareDatabase = async (
  settings: DatabaseSettings,
  service: string,
  collections: readonly Collection[],
): Promise<void> => {
  const { socketTimeoutMS: _, ...patient } = SERVING;
  const client = createClient(settings, { ...patient, appName: `almanac-${service}-indexes` });
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
