import { randomUUID } from 'node:crypto';
import { documentsContract } from '@almanac/documents/contract';
import { createMongodbRecords, openMongodbDocuments, prepareRecords } from '@almanac/documents/mongodb';
import { recordsContract } from '@almanac/documents/records-contract';
import { MongoClient } from 'mongodb';
import { describeOn, mongodbsUnderTest } from '../engines/servers.ts';

for (const mongodb of mongodbsUnderTest()) {
  describeOn('documents and records', mongodb, (address) => {
    let client: MongoClient;

    beforeAll(() => {
      client = new MongoClient(address());
    });
    afterAll(() => client.close());

    const emptyDatabase = () => {
      const database = client.db(`documents-${randomUUID()}`);
      return { database, dispose: async () => void (await database.dropDatabase()) };
    };

    documentsContract(
      mongodb.name,
      async (collections) => {
        const { database, dispose } = emptyDatabase();
        return { documents: await openMongodbDocuments(database, collections, { refresh: 0 }), dispose };
      },
      mongodb.limits,
    );

    recordsContract(
      mongodb.name,
      async (now) => {
        const { database, dispose } = emptyDatabase();
        await prepareRecords(database);
        return { records: createMongodbRecords(database, { now }), dispose };
      },
      mongodb.limits,
    );
  });
}
