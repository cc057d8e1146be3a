import { type SiteProcess, startSite } from '../site.ts';
import { fill, post } from './client.ts';
import { benchReads, benchWrites } from './loads.ts';
import { ms, report, section } from './report.ts';

export const EVENTS = '/cal/events/v1/events';
export const LIST = `${EVENTS}?start_date=2031-02-01&end_date=2032-12-31&per_page=10`;

export const createEvent = (site: Pick<SiteProcess, 'root'>, turn: number): Promise<string> => {
  const day = new Date(Date.UTC(2031, 0, 1 + (turn % 700))).toISOString().slice(0, 10);
  return post(site, EVENTS, {
    title: `Evening ${turn} by the harbour`,
    description: `Number ${turn}. ${'Bring a friend and something to share. '.repeat(10)}`,
    start_date: `${day} 19:00:00`,
    end_date: `${day} 21:00:00`,
    cost: '15',
  });
};

/** Events read and written through the gateway of a whole site on a disk, in a process of its own. */
export const benchEvents = async (folder: string): Promise<void> => {
  section('Events through the gateway of a site on disk (one process, durability full)');
  const site = await startSite({ DATA: folder, LOG_LEVEL: 'error' });
  try {
    await fill(0, 1_000, (turn) => createEvent(site, turn));
    const { id } = JSON.parse(await createEvent(site, 1_000)) as { id: number };
    const small = await benchReads('list of ten at 1,000 events', site.root + LIST, 1_500);
    await benchReads('one event', `${site.root}${EVENTS}/${id}`);
    await fill(1_001, 20_000, (turn) => createEvent(site, turn));
    const large = await benchReads('list of ten at 20,000 events', site.root + LIST);
    report({
      what: 'time of a list at 20,000 events',
      figure: ms(large.p50),
      against: `at 1,000 ${ms(small.p50)}`,
      ratio: large.p50 / small.p50,
      goal: '≤ 2',
      reached: large.p50 <= 2 * small.p50,
    });
    await benchWrites('create an event', (turn) => createEvent(site, turn), { perSecond: 500, p50: 5 });
  } finally {
    await site.stop();
  }
};
