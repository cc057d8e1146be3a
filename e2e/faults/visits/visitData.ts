import { openMongodbDocuments } from '@almanac/documents/mongodb';
import { verifyDocuments } from '@almanac/event-sourcing';
import { createMongodbEventStore } from '@almanac/event-store/mongodb';
import { definition } from '@almanac/misc/definition';
import { MongoClient } from 'mongodb';

const { collections, registrations } = definition;

/** Returns the documents of misc that are not the fold of its log. */
export const faultsOfMisc = async (url: string): Promise<readonly unknown[]> => {
  const client = new MongoClient(url);
  try {
    const database = client.db('almanac-misc');
    const documents = await openMongodbDocuments(database, collections);
    const store = createMongodbEventStore(database);
    return (await verifyDocuments({ store, documents, registrations })).faults;
  } finally {
    await client.close();
  }
};
