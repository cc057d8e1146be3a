import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@almanac/documents/sqlite/database';
import type { Commit, EventStore } from '../index.ts';
import { expectConsistentLog, wholeLog } from '../logUnderTest.contract.ts';
import { createSqliteEventStore } from './sqliteEventStore.ts';

const WRITERS = 8;
const LIVES = 2;
const writerProcess = join(import.meta.dirname, 'testing', 'writerProcess.ts');

/** Lets a writer append for a while, kills it, and returns the writes that were acknowledged to it. */
const liveAndDie = async (file: string, life: number): Promise<string[]> => {
  const writer = spawn(process.execPath, [writerProcess, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(writer, 'exit');
  const said: Buffer[] = [];
  const first = once(writer.stdout, 'data');
  writer.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  await first;
  await sleep(life);
  writer.kill('SIGKILL');
  expect((await exit)[1]).toBe('SIGKILL');
  return Buffer.concat(said).toString().split('\n').slice(0, -1);
};

const follow = async (store: EventStore, ended: () => boolean): Promise<Commit[]> => {
  const followed: Commit[] = [];
  while (!ended() || followed.length < (await store.last())) {
    followed.push(...(await store.readLog(followed.length)));
    await sleep(2);
  }
  return followed;
};

describe('processes that share a log and are killed', () => {
  it('lose no acknowledged commit, and a reader sees exactly the log', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-processes-'));
    const file = join(folder, 'log.db');
    const database = openDatabase(file, { durability: 'normal' });
    const store = createSqliteEventStore(database);
    let ended = false;
    const following = follow(store, () => ended);
    const lives = Array.from({ length: WRITERS }, async (_, writer) => {
      const said: string[] = [];
      for (let life = 0; life < LIVES; life++) said.push(...(await liveAndDie(file, 60 + 40 * writer)));
      return said;
    });
    const acknowledged = (await Promise.all(lives)).flat();
    ended = true;
    const followed = await following;

    expectConsistentLog(followed);
    expect(followed).toEqual(await wholeLog(store));
    expect(acknowledged.length).toBeGreaterThan(WRITERS * LIVES);
    const logged = new Set(followed.map((commit) => `${commit.meta.id} ${commit.position}`));
    expect(acknowledged.filter((commit) => !logged.has(commit))).toEqual([]);
    database.close();
    await rm(folder, { recursive: true });
  });
});
