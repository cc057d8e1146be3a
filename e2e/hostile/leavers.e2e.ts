import { eventually } from '@almanac/testing';
import { megabytesOf } from '../bench/memory.ts';
import { startWatchedSite, type WatchedSite } from '../watchedSite.ts';
import { type Leavers, startLeavers } from './leavers.ts';

const CLIENTS = 40;
const EVENTS = 100;
const EVENT_CHARACTERS = 100_000;
/** Answers that clients leave before the site is measured. */
const LEFT = 400;
/** Far below the memory of a site that keeps what it makes for clients who left, and above the heap that V8 lets grow. */
const MAX_RESIDENT_MB = 1_500;
const FEED = '/events/feed.ics?start_date=2031-06-01&end_date=2031-07-01';
const LIST = '/core/v2/posts';

const leftBy = ({ statuses }: Leavers): number => [...statuses.values()].reduce((sum, count) => sum + count, 0);

describe(`a site that ${CLIENTS} clients leave in the middle of its feeds`, () => {
  let site: WatchedSite;
  let leavers: Leavers;
  beforeAll(async () => {
    site = await startWatchedSite({ LOG_LEVEL: 'error' });
    const description = 'By the harbour. '.repeat(EVENT_CHARACTERS / 16);
    const times = { start_date: '2031-06-10 10:00:00', end_date: '2031-06-10 11:00:00' };
    for (let turn = 0; turn < EVENTS; turn++)
      await site.request('POST', '/cal/events/v1/events', {
        as: 'admin',
        body: { title: `Evening ${turn}`, description, ...times },
      });
    await (await fetch(site.origin + FEED)).arrayBuffer();
  });
  afterAll(() => site.stop());

  const leave = async (count: number, whileLeaving: () => Promise<void>): Promise<void> => {
    const answers = [{ url: site.origin + FEED }, { url: `${site.origin}/events/sitemap-1.xml` }];
    leavers = startLeavers(answers, CLIENTS);
    try {
      await whileLeaving();
      await eventually(() => leftBy(leavers) >= count, { within: 120_000 });
    } finally {
      await leavers.stop();
    }
  };

  it('answers others, gives the memory back and stops by itself', async () => {
    const pid = site.process.pid ?? 0;
    await leave(LEFT, async () => {
      for (let turn = 0; turn < 20; turn++)
        expect(await site.request('GET', LIST)).toMatchObject({ status: 200, body: expect.any(Array) });
    });
    expect([...leavers.statuses.keys()].filter((status) => ![200, 429, 503, undefined].includes(status))).toEqual([]);
    await eventually(() => megabytesOf(pid) < MAX_RESIDENT_MB, { within: 30_000 });
    await site.stop();
    expect(site.process.exitCode).toBe(0);
  });
});
