import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Commit, EventStore } from '@almanac/event-store';
import { createMongodbEventStore, prepareLog } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';
import { mongodbUnderTest } from '../../servers.ts';
import type { WriterSettings } from './logWriter.ts';

const WRITERS = 8;
const EACH = process.env.LONG === undefined ? 400 : 1_250;
/** Commits before a kill: this many in the first run of a writer, twice and three times as many in the next two. */
const LIFE = EACH / 12;
const script = fileURLToPath(new URL('logWriter.ts', import.meta.url));
const mongodb = mongodbUnderTest();
const { lacking } = mongodb;
const on = lacking === undefined ? `(${mongodb.name})` : `on native, skipped: ${lacking}`;

/** Runs a writer, killed after `killAfter` commits if set; returns a line for each acknowledged commit. */
const writer = async (settings: WriterSettings, killAfter: number | undefined): Promise<string[]> => {
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
    const lines = said.split('\n').length - 1;
    if (killAfter !== undefined && lines >= killAfter) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return said.split('\n').slice(0, -1);
};

/** Runs a writer that is killed three times and restarted for the remaining commits. */
const abortedWriter = async (settings: WriterSettings): Promise<string[]> => {
  const said: string[] = [];
  for (let life = 1; said.length < EACH; life++) {
    const rest = { ...settings, commits: EACH - said.length };
    said.push(...(await writer(rest, life <= 3 ? LIFE * life : undefined)));
  }
  return said;
};

const follow = async (store: EventStore, ended: () => boolean): Promise<Commit[]> => {
  const followed: Commit[] = [];
  while (!ended() || followed.length < (await store.last())) followed.push(...(await store.readLog(followed.length)));
  return followed;
};

(lacking === undefined ? describe : describe.skip)(
  `8 writer processes, half of them killed again and again, ${on}`,
  () => {
    let client: MongoClient;
    let url = '';
    beforeAll(async () => {
      url = (await mongodb.start()).address;
      client = new MongoClient(url);
    });
    afterAll(async () => {
      await client?.close();
      await mongodb.stop();
    });

    it('lose no acknowledged write, and the reader’s list equals the log, dense and with each version once', async () => {
      const database = `writers-${randomUUID()}`;
      const store = createMongodbEventStore(client.db(database));
      await prepareLog(client.db(database));
      let ended = false;
      const following = follow(store, () => ended);
      const began = performance.now();
      const lives = Array.from({ length: WRITERS }, (_, index) => {
        const settings = { url, database, commits: EACH };
        return index % 2 === 0 ? abortedWriter(settings) : writer(settings, undefined);
      });
      const acknowledged = (await Promise.all(lives)).flat();
      const seconds = (performance.now() - began) / 1_000;
      ended = true;
      const followed = await following;
      const logged = new Set(followed.map(({ meta, position }) => `${meta.id} ${position}`));
      const versions = followed.flatMap(({ events }) => events.map(({ stream, version }) => `${stream}@${version}`));
      expect(acknowledged.filter((line) => !logged.has(line))).toEqual([]);
      expect(followed.map(({ position }) => position)).toEqual(followed.map((_, index) => index + 1));
      expect(new Set(versions).size).toBe(versions.length);
      expect(new Set(followed.map(({ meta }) => meta.id)).size).toBe(followed.length);
      console.log(
        `${WRITERS} writers: ${acknowledged.length} acknowledged of ${followed.length} commits in ${seconds.toFixed(1)} s on ${mongodb.name}`,
      );
      await client.db(database).dropDatabase();
    });
  },
);
