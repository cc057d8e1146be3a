import { randomUUID } from 'node:crypto';
import { openMongodbDocuments } from '@almanac/documents/mongodb';
import { collectionsOf } from '@almanac/event-sourcing';
import {
  type MissingDocuments,
  missedDocumentsContract,
  registrations,
} from '@almanac/event-sourcing/missed-documents-contract';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';
import { describeOn, mongodbsUnderTest } from '../engines/servers.ts';

for (const mongodb of mongodbsUnderTest()) {
  describeOn('missed documents', mongodb, (address) => {
    let client: MongoClient;
    beforeAll(() => {
      client = new MongoClient(address());
    });
    afterAll(() => client.close());

    missedDocumentsContract(mongodb.name, async () => {
      const database = client.db(`missed-${randomUUID()}`);
      await prepareLog(database);
      const documents = await openMongodbDocuments(database, collectionsOf(registrations), { refresh: 10 });
      const write: typeof documents.write = (writes) =>
        missing.missing ? Promise.reject(new Error('out of reach')) : documents.write(writes);
      const missing: MissingDocuments = {
        store: createMongodbEventStore(database, { documents: { write } }),
        documents,
        missing: false,
        close: async () => {
          await missing.store.close();
          await database.dropDatabase();
        },
      };
      return missing;
    });
  });
}
