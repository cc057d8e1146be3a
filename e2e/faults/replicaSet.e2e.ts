import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '@almanac/event-store';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { type Db, MongoClient } from 'mongodb';
import { expectOnce, startWriters } from './replica-set/logLoad.ts';
import { commandsOfMembers, primaryOf, stepDown, until } from './replica-set/members.ts';

/** Maximum time without a primary: two elections and a member that returns. */
const PATIENCE = 90_000;

const url = process.env.MONGODB_URL;
const lacking = url === undefined ? 'MONGODB_URL names no replica set; the stand-in holds no elections' : undefined;
const members = commandsOfMembers(process.env);
const fixed =
  lacking ?? (members === undefined ? 'MEMBER_PAUSE and MEMBER_RESUME do not say how a member is isolated' : undefined);

const suite = (what: string, reason: string | undefined, define: (world: () => World) => void): void => {
  const on = reason === undefined ? 'on native (MongoDB)' : `on native, skipped: ${reason}`;
  (reason === undefined ? describe : describe.skip)(`${what} ${on}`, () => {
    let client: MongoClient;
    let database: Db;
    let store: EventStore;
    beforeAll(async () => {
      client = new MongoClient(url ?? '', { serverSelectionTimeoutMS: 10_000, socketTimeoutMS: 5_000 });
      await primaryOf(client);
      database = client.db(`election-${randomUUID().slice(0, 8)}`);
      await prepareLog(database);
      store = createMongodbEventStore(database, { patience: PATIENCE });
    });
    afterAll(async () => {
      await store?.close();
      await database?.dropDatabase();
      await client?.close();
    });
    define(() => ({ client, database, store }));
  });
};

interface World {
  readonly client: MongoClient;
  readonly database: Db;
  readonly store: EventStore;
}

suite('a replica set whose primary steps down', lacking, (world) => {
  it('loses no acknowledged write and repeats none in three elections in a row', async () => {
    const { client, store } = world();
    const load = startWriters(store);
    for (let election = 0; election < 3; election++) {
      await pause(3_000);
      await stepDown(client);
    }
    await pause(3_000);
    const written = await load.stop();
    await expectOnce(store, written);
    expect(written.acknowledged.size).toBeGreaterThan(0);
  });
});

/**
 * MongoDB rolls back writes that only a former primary holds, once another one has been elected. These include writes
 * acknowledged with `w: 1`, but not those of the log, which a majority acknowledges.
 */
suite('a replica set whose primary is cut off', fixed, (world) => {
  it('rolls back writes that only this primary had acknowledged, and nothing of the log', async () => {
    const { client, database, store } = world();
    const { pause: freeze, resume } = members as NonNullable<typeof members>;
    const { primary, secondaries } = await primaryOf(client);
    expect(secondaries.length).toBeGreaterThanOrEqual(2);
    const alone = new MongoClient(`mongodb://${primary}/?directConnection=true`);
    const load = startWriters(store);
    await pause(2_000);
    for (const member of secondaries) await freeze(member);
    try {
      const notes = alone.db(database.databaseName).collection<{ _id: string }>('notes');
      await notes.insertOne({ _id: 'alone' }, { writeConcern: { w: 1 } });
      await pause(1_000);
      await freeze(primary);
      for (const member of secondaries) await resume(member);
      await until(async () => (await primaryOf(client)).primary !== primary, PATIENCE);
      await pause(2_000);
    } finally {
      for (const member of [primary, ...secondaries]) await resume(member);
    }
    await until(async () => (await primaryOf(client)).secondaries.includes(primary), PATIENCE);
    const written = await load.stop();
    await expectOnce(store, written);
    const majority = { readConcern: { level: 'majority' } } as const;
    expect(await database.collection<{ _id: string }>('notes', majority).findOne({ _id: 'alone' })).toBeNull();
    await alone.close();
  });
});
