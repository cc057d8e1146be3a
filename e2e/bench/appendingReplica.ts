import { randomUUID } from 'node:crypto';
import { keysOf, type NewCommit } from '@almanac/event-store';
import { type AppendTry, createMongodbEventStore } from '@almanac/event-store/mongodb';
import { type Db, MongoClient } from 'mongodb';
import { closedLoop, type Load } from './measure.ts';

/** Settings of a replica: its command-line argument, as JSON. */
export interface ReplicaSettings {
  readonly url: string;
  readonly database: string;
  /** Number of the replica, from 0. */
  readonly replica: number;
  /** `log` appends through the event store; `bare` inserts the same documents through the driver. */
  readonly by: 'log' | 'bare';
  readonly width: number;
  readonly ms: number;
}

export interface ReplicaReport {
  readonly load: Load;
  readonly tries: Readonly<Partial<Record<AppendTry, number>>>;
}

/** Distance between the first positions of two bare replicas, so that their positions never overlap. */
const APART = 10_000_000;

const commitOf = (): NewCommit => {
  const id = randomUUID();
  const data = { name: 'Hall', city: 'Riverside', note: 'x'.repeat(80) };
  const at = new Date().toISOString();
  return {
    events: [{ stream: `venue-${id}`, version: 1, type: 'VenueCreated', data }],
    meta: { id, at, principal: 'user:1', language: 'en', correlation: id, causation: 'bench' },
  };
};

const throughLog = async (database: Db, { width, ms }: ReplicaSettings): Promise<ReplicaReport> => {
  const tries: Partial<Record<AppendTry, number>> = {};
  const onTry = (outcome: AppendTry): void => {
    tries[outcome] = (tries[outcome] ?? 0) + 1;
  };
  const store = createMongodbEventStore(database, { onTry });
  const load = await closedLoop({ width, ms }, async () => void (await store.append(commitOf())));
  await store.close();
  return { load, tries };
};

/** Inserts `width` documents at a time through the driver; each counts as one append. */
const throughDriver = async (database: Db, { width, ms, replica }: ReplicaSettings): Promise<ReplicaReport> => {
  const commits = database.collection<{ _id: number }>('commits');
  const writeConcern = { w: 'majority', journal: true } as const;
  let last = APART * (replica + 1);
  const load = await closedLoop({ width: 1, ms }, async () => {
    const batch = Array.from({ length: width }, () => {
      const commit = commitOf();
      return { _id: ++last, keys: keysOf(commit), ...commit };
    });
    await commits.insertMany(batch, { ordered: true, writeConcern });
  });
  return { load: { ...load, perSecond: load.perSecond * width, count: load.count * width }, tries: {} };
};

const settings = JSON.parse(process.argv[2] ?? '') as ReplicaSettings;
const client = await new MongoClient(settings.url).connect();
process.send?.('ready');
await new Promise((resolve) => process.once('message', resolve));
const database = client.db(settings.database);
process.send?.(await (settings.by === 'log' ? throughLog : throughDriver)(database, settings));
await client.close();
process.disconnect?.();
