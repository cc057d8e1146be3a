import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { prepareLog } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';
import { mongodbUnderTest } from '../servers.ts';
import type { ReplicaReport, ReplicaSettings } from './appendingReplica.ts';
import { median } from './measure.ts';
import { ms, perSecond, report, section } from './report.ts';

const REPLICAS = [1, 2, 4, 8];
const WIDTH = 8;
const RUN_MS = 4_000;

interface Together {
  readonly perSecond: number;
  /** Highest 99th percentile of all replicas, in milliseconds. */
  readonly p99: number;
  /** Average number of inserts sent until one is written whole. */
  readonly tries: number;
  /** Rate of the slowest replica divided by that of the fastest. */
  readonly fairness: number;
}

/** Runs `count` replicas, each a process, on one new log at the same time. */
const together = async (url: string, count: number, by: ReplicaSettings['by']): Promise<Together> => {
  const database = `bench-${randomUUID().slice(0, 8)}`;
  const client = new MongoClient(url);
  await prepareLog(client.db(database));
  const replicas = Array.from({ length: count }, (_, replica) =>
    start({ url, database, replica, by, width: WIDTH, ms: RUN_MS }),
  );
  const ready = replicas.map((replica) => once(replica, 'message'));
  await Promise.all(ready);
  const reports = await Promise.all(replicas.map(run));
  await client.db(database).dropDatabase();
  await client.close();
  return summed(reports);
};

const start = (settings: ReplicaSettings): ChildProcess =>
  fork(new URL('appendingReplica.ts', import.meta.url), [JSON.stringify(settings)], { stdio: 'inherit' });

const run = async (replica: ChildProcess): Promise<ReplicaReport> => {
  const answer = once(replica, 'message');
  replica.send('go');
  const [given] = (await answer) as [ReplicaReport];
  return given;
};

const summed = (reports: readonly ReplicaReport[]): Together => {
  const rates = reports.map(({ load }) => load.perSecond);
  const total = (outcome: 'written' | 'position-taken'): number =>
    reports.reduce((sum, { tries }) => sum + (tries[outcome] ?? 0), 0);
  return {
    perSecond: rates.reduce((sum, rate) => sum + rate, 0),
    p99: Math.max(...reports.map(({ load }) => load.p99)),
    tries: 1 + total('position-taken') / total('written'),
    fairness: Math.min(...rates) / Math.max(...rates),
  };
};

/** Compares replicas that append to one dense log with drivers that insert at positions of their own. */
export const benchReplicas = async (): Promise<void> => {
  const mongodb = mongodbUnderTest();
  section(`Append to one log on ${mongodb.name} by several replicas, ${WIDTH} in flight each, against the bare driver`);
  if (process.env.MONGODB_URL === undefined)
    console.log('  (it sorts the whole log whenever the turn passes to another)');
  const { address } = await mongodb.start();
  try {
    for (const count of REPLICAS) await benchTogether(address, count);
  } finally {
    await mongodb.stop();
  }
};

const benchTogether = async (address: string, count: number): Promise<void> => {
  const { bare, log } = await median(
    3,
    (pair) => pair.log.perSecond / pair.bare.perSecond,
    async () => ({ bare: await together(address, count, 'bare'), log: await together(address, count, 'log') }),
  );
  const share = count === 1 ? '' : `, slowest ${log.fairness.toFixed(2)} of the fastest`;
  report({
    what: `${count} ${count === 1 ? 'replica' : 'replicas'}`,
    figure: `${perSecond(log.perSecond)}, p99 ${ms(log.p99)}, ${log.tries.toFixed(2)} tries an insert${share}`,
    against: `${perSecond(bare.perSecond)} (inserts of ${WIDTH} at positions of their own, p99 ${ms(bare.p99)})`,
    ratio: log.perSecond / bare.perSecond,
  });
};
