import { randomUUID } from 'node:crypto';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';

const url = process.env.MONGODB_URL;

/** How many members the server at an address has told of; 0 for one that is no replica set. */
const members = async (client: MongoClient): Promise<number> => {
  const hello = await client.db('admin').command({ hello: 1 });
  return Array.isArray(hello.hosts) ? hello.hosts.length : 0;
};

const lacking = url === undefined ? 'MONGODB_URL names no replica set; the stand-in holds no elections' : undefined;
const on = lacking === undefined ? 'on native (MongoDB)' : `on native, skipped: ${lacking}`;

(lacking === undefined ? describe : describe.skip)(`a replica set whose primary steps down ${on}`, () => {
  let client: MongoClient;
  beforeAll(async () => {
    client = new MongoClient(url ?? '', { serverSelectionTimeoutMS: 10_000, socketTimeoutMS: 5_000 });
    expect(await members(client)).toBeGreaterThan(0);
  });
  afterAll(() => client?.close());

  it('loses no acknowledged write and makes none twice in elections, three times in a row', async () => {
    const database = client.db(`election-${randomUUID().slice(0, 8)}`);
    await prepareLog(database);
    const store = createMongodbEventStore(database, { patience: 30_000 });
    const acknowledged: string[] = [];
    let stopped = false;
    const write = async (): Promise<void> => {
      while (!stopped) {
        const id = randomUUID();
        const at = new Date().toISOString();
        const meta = { id, at, principal: 'system', language: 'en', correlation: id, causation: id } as const;
        await store.append({ events: [{ stream: `venue-${id}`, version: 1, type: 'Taken', data: {} }], meta });
        acknowledged.push(id);
      }
    };
    const writing = Promise.all(Array.from({ length: 4 }, write));
    for (let election = 0; election < 3; election++) {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      // the connection that asks may be closed by it
      await client
        .db('admin')
        .command({ replSetStepDown: 10, force: true })
        .catch(() => undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    stopped = true;
    await writing;
    const log: string[] = [];
    for (let more = await store.readLog(0); more.length > 0; more = await store.readLog(log.length)) {
      log.push(...more.map(({ meta }) => meta.id));
    }
    expect(log.toSorted()).toEqual(acknowledged.toSorted());
    await database.dropDatabase();
  });
});
