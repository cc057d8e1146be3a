import type { Collection, Documents, Entries } from '@almanac/documents';
import { createMongodbEntries, openMongodbDocuments } from '@almanac/documents/mongodb';
import type { EventStore } from '@almanac/event-store';
import { createMongodbEventStore } from '@almanac/event-store/mongodb';
import { databaseName, mongodbClient, prepareDatabase } from './mongodb.ts';
import type { DatabaseSettings } from './settings.ts';

export { findLostLog } from './lostLog.ts';
export { readDatabaseSettings } from './settings.ts';

/** A service's log, documents and entries on MongoDB, for an operator's command. */
export interface OpenedData {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly entries: Entries;
  close(): Promise<void>;
}

interface Service {
  readonly name: string;
  readonly collections: readonly Collection[];
}

/** Opens a service's data as the service does; other processes may use them meanwhile. */
export const openData = async (settings: DatabaseSettings, { name, collections }: Service): Promise<OpenedData> => {
  const client = mongodbClient(settings, `${name}-operator`);
  const database = client.db(databaseName(settings, name));
  try {
    const documents = await openMongodbDocuments(database, collections);
    const store = createMongodbEventStore(database, { documents });
    const close = async (): Promise<void> => {
      await store.close();
      await client.close();
    };
    return { store, documents, entries: createMongodbEntries(database, { now: Date.now }), close };
  } catch (error) {
    await client.close();
    throw error;
  }
};

export interface IndexState {
  readonly collection: string;
  readonly index: string;
  /** True if the index was missing and has just been created. */
  readonly made: boolean;
}

/** Creates a service's missing indexes; returns all of them. */
export const prepareIndexes = async (settings: DatabaseSettings, service: Service): Promise<IndexState[]> => {
  const before = new Set((await indexesOf(settings, service.name)).map(keyOf));
  await prepareDatabase(settings, service.name, service.collections);
  const after = await indexesOf(settings, service.name);
  return after.map((index) => ({ ...index, made: !before.has(keyOf(index)) }));
};

type Index = Omit<IndexState, 'made'>;

const keyOf = ({ collection, index }: Index): string => `${collection}/${index}`;

const indexesOf = async (settings: DatabaseSettings, service: string): Promise<Index[]> => {
  const client = mongodbClient(settings, `${service}-operator`);
  try {
    const database = client.db(databaseName(settings, service));
    const names = (await database.listCollections().toArray()).map(({ name }) => name).sort();
    const found: Index[] = [];
    for (const collection of names) {
      const indexes = await database.collection(collection).listIndexes().toArray();
      found.push(...indexes.map(({ name }) => ({ collection, index: String(name) })));
    }
    return found;
  } finally {
    await client.close();
  }
};
