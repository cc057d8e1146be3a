import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@almanac/testing';
import { expectVerified } from '../expectVerified.ts';
import { type SiteProcess, startSite } from '../site.ts';
import { startLoad } from './native/load.ts';
import { LossyProxy } from './native/lossyProxy.ts';

/** Minimum number of answers to cut or drop. */
const LOST = 40;
const PAGE = 50;

/** Counts each title in the site's list, read without the proxy. */
const listed = async (site: SiteProcess): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const path = `/cal/events/v1/events?per_page=${PAGE}&page=${page}&start_date=2031-01-01&end_date=2032-01-01`;
    const answer = await site.request<{ events: { title: string }[]; total_pages: number }>('GET', path, {
      as: 'admin',
    });
    expect(answer.status).toBe(200);
    for (const { title } of answer.body.events) counts.set(title, (counts.get(title) ?? 0) + 1);
    pages = answer.body.total_pages;
  }
  return counts;
};

describe('a site whose answers are lost on embedded (SQLite)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-lossy-'));
  const proxy = new LossyProxy();
  let site: SiteProcess;
  beforeAll(async () => {
    site = await startSite({ DATA: folder });
  });
  afterAll(async () => {
    await site?.stop();
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loses and repeats no keyed write when answers are cut, delayed or dropped', async () => {
    const port = await proxy.listen(Number(new URL(site.origin).port));
    proxy.losses = { cut: 0.2, drop: 0.005, delay: 0.1, delayMs: 50 };
    const load = startLoad(`http://127.0.0.1:${port}`, 8);
    await eventually(() => proxy.counts.cut + proxy.counts.dropped >= LOST);
    await load.more(20);
    proxy.losses = undefined;
    const written = await load.stop();
    const counts = await listed(site);
    expect([written.wrong, written.open]).toEqual([[], []]);
    expect([...written.acknowledged.keys()].filter((title) => counts.get(title) !== 1)).toEqual([]);
    expect([...counts].filter(([title]) => !written.acknowledged.has(title))).toEqual([]);
    console.log(
      `lossy answers: ${JSON.stringify(proxy.counts)}; ${written.acknowledged.size} acknowledged, each there once, ${written.refused} tries repeated`,
    );
  });

  it('leaves a dense log, and documents that equal their folds', async () => {
    await site.stop();
    expectVerified(folder);
  });
});
