import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type SiteProcess, startSite } from '../site.ts';
import { ask, fill, post } from './client.ts';
import { closedLoop } from './measure.ts';
import { ms, report, section } from './report.ts';

const CROWD = 1_000;
const POSTS = '/core/v2/posts';
const LIST = `${POSTS}?per_page=10`;

const timeOf = async (site: SiteProcess): Promise<number> =>
  (await closedLoop({ width: 1, ms: 5_000 }, async () => void (await ask(site.root + LIST)))).p50;

/** Measures the latency of a normal client while slow, large and malformed clients use the site. */
export const benchHostile = async (): Promise<void> => {
  section(`Beside ${CROWD} slow, large and malformed clients (one process, in memory)`);
  const site = await startSite({ LOG_LEVEL: 'error' });
  try {
    const body = { title: 'News', content: 'By the harbour. '.repeat(100), status: 'publish' };
    await fill(0, 100, () => post(site, POSTS, body));
    const alone = await timeOf(site);
    const crowd = fork(new URL('../hostile/crowdProcess.ts', import.meta.url), [
      new URL(site.origin).port,
      String(CROWD),
    ]);
    await once(crowd, 'message');
    const beside = await timeOf(site);
    crowd.kill();
    report({
      what: 'p50 of a list of ten posts',
      figure: ms(beside),
      against: `alone ${ms(alone)}`,
      ratio: beside / alone,
      goal: '≤ 2',
      reached: beside <= 2 * alone,
    });
  } finally {
    await site.stop();
  }
};
