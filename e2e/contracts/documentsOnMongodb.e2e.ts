import { randomUUID } from 'node:crypto';
import { documentsContract } from '@almanac/documents/contract';
import { createMongodbRecords, openMongodbDocuments, prepareRecords } from '@almanac/documents/mongodb';
import { recordsContract } from '@almanac/documents/records-contract';
import { MongoClient } from 'mongodb';
import { mongodbUnderTest } from '../servers.ts';

const mongodb = mongodbUnderTest();
let client: MongoClient;

beforeAll(async () => {
  client = new MongoClient((await mongodb.start()).address);
});

afterAll(async () => {
  await client.close();
  await mongodb.stop();
});

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
