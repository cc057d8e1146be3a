import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@almanac/testing';
import { native } from '../engines/native.ts';
import { World } from '../faults/native/world.ts';
import { request, type SiteProcess, startSite } from '../site.ts';
import { calendarOf, FeedServer } from './feedServer.ts';

const FEEDS = '/cal/event-import/v1/feeds';
/** The number of entries of the longest feed; a county's calendar has 5,728. */
const ENTRIES = process.env.LONG === '1' ? 5_728 : 300;
const environment = { PRIVATE_TARGETS: '127.0.0.1' };

interface FeedRun {
  readonly result: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
}

interface Feed {
  readonly id: number;
  readonly state: string;
  readonly log: readonly FeedRun[];
}

/** A site that follows one feed. */
class FollowingSite {
  readonly #root: () => string;

  constructor(root: () => string) {
    this.#root = root;
  }

  async #ask<Body>(method: string, path: string, body?: object): Promise<Body> {
    const answer = await request<Body>(this.#root(), method, path, { as: 'editor1', body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async follow(url: string): Promise<number> {
    return (await this.#ask<Feed>('POST', FEEDS, { url })).id;
  }

  read(id: number): Promise<Feed> {
    return this.#ask('GET', `${FEEDS}/${id}`);
  }

  /** Waits until a feed has run a number of times, and returns its last run. */
  async lastOf(id: number, runs: number): Promise<FeedRun> {
    await eventually(async () => (await this.read(id)).log.length >= runs);
    const [last] = (await this.read(id)).log;
    if (last === undefined) throw new Error('the feed has not run');
    return last;
  }

  async run(id: number, query = ''): Promise<FeedRun> {
    const { log } = await this.read(id);
    await this.#ask('POST', `${FEEDS}/${id}/run${query}`);
    return this.lastOf(id, log.length + 1);
  }

  async total(): Promise<number> {
    const query = 'start_date=2033-01-01&end_date=2034-01-01&per_page=1';
    return (await this.#ask<{ total: number }>('GET', `/cal/events/v1/events?${query}`)).total;
  }
}

const followsAll = async (site: FollowingSite, feed: FeedServer): Promise<void> => {
  feed.serve(calendarOf(ENTRIES));
  const id = await site.follow(feed.url);
  expect(await site.lastOf(id, 1)).toMatchObject({ result: 'ok', created: ENTRIES });
  expect(await site.total()).toBe(ENTRIES);
  expect(await site.run(id)).toMatchObject({ result: 'not_modified' });
  feed.serve(feed.content);
  expect(await site.run(id)).toMatchObject({ result: 'ok', created: 0, updated: 0, unchanged: ENTRIES });
};

const losesHalf = async (site: FollowingSite, feed: FeedServer): Promise<void> => {
  feed.serve(calendarOf(30));
  const id = await site.follow(`${feed.url}?half`);
  await site.lastOf(id, 1);
  const total = await site.total();
  feed.serve(calendarOf(12));
  expect(await site.run(id)).toMatchObject({ result: 'guarded', removed: 0 });
  expect([(await site.read(id)).state, await site.total()]).toEqual(['failing', total]);
  feed.fault = (response) => response.writeHead(500).end();
  expect(await site.run(id)).toMatchObject({ result: 'failed' });
  feed.fault = undefined;
  expect(await site.run(id, '?confirm=true')).toMatchObject({ result: 'ok', removed: 18 });
  expect([(await site.read(id)).state, await site.total()]).toEqual(['ok', total - 18]);
};

describe('a followed feed on embedded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-feeds-'));
  const feed = new FeedServer();
  let embedded: SiteProcess;
  const start = async (): Promise<void> => {
    embedded = await startSite({ ...environment, DATA: folder });
  };
  const site = new FollowingSite(() => embedded.root);
  beforeAll(async () => {
    await feed.start();
    await start();
  });
  afterAll(async () => {
    await embedded?.stop();
    await feed.stop();
    rmSync(folder, { recursive: true });
  });

  it('removes none of its events if it loses more than half of them, until that is confirmed', () =>
    losesHalf(site, feed));

  it('goes on after its site was killed in the middle, and makes each event once', async () => {
    feed.serve(calendarOf(1_000).replaceAll('@feed.test', '@killed.test'));
    const before = await site.total();
    const id = await site.follow(`${feed.url}?killed`);
    await eventually(async () => (await site.total()) > before, { every: 10 });
    await embedded.stop('SIGKILL');
    await start();
    await site.lastOf(id, 1);
    expect((await site.total()) - before).toBe(1_000);
  });
});

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;

(lacking === undefined ? describe : describe.skip)(`a followed feed of a site with two calendars ${on}`, () => {
  const feed = new FeedServer();
  let world: World;
  const site = new FollowingSite(() => `${world.origin}/en/json`);
  beforeAll(async () => {
    await feed.start();
    world = await World.start({ replicas: { calendar: 2 }, environment });
  });
  afterAll(async () => {
    await world?.stop();
    await feed.stop();
  });

  it('takes all entries in one run, and then changes nothing', async () => {
    await followsAll(site, feed);
    expect(feed.requests).toBe(3);
  });
});
