import { type SiteProcess, startSite } from '../site.ts';
import { ask, fill, post } from './client.ts';
import { benchReads, benchWrites } from './loads.ts';
import { closedLoop, median } from './measure.ts';
import { ms, perSecond, report, section } from './report.ts';

export const EVENTS = '/cal/events/v1/events';
const WINDOW = 'start_date=2031-02-01&end_date=2032-12-31&per_page=10';
export const LIST = `${EVENTS}?${WINDOW}`;

/** The same events in the second generation of the interface. */
const SECOND_LIST = `/calx/v1/events?${WINDOW}`;

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

/** Measures the lists of both generations in turns, so that other load slows both; reports the median of five runs. */
const benchGenerations = async (root: string): Promise<void> => {
  const rate = async (list: string): Promise<number> =>
    (await closedLoop({ width: 16, ms: 3_000 }, async () => void (await ask(root + list)))).perSecond;
  const { first, second, ratio } = await median(
    5,
    (run) => run.ratio,
    async () => {
      const [one, two] = [await rate(LIST), await rate(SECOND_LIST)];
      return { first: one, second: two, ratio: two / one };
    },
  );
  report({
    what: 'list of ten of calx/v1, 16 in flight',
    figure: perSecond(second),
    against: `the same of cal/events/v1 ${perSecond(first)}`,
    ratio,
    goal: '≥ 0.9',
    reached: ratio >= 0.9,
  });
};

/** Measures event reads and writes through the gateway of a whole site on disk, in a process of its own. */
export const benchEvents = async (folder: string): Promise<void> => {
  section('Events through the gateway of a site on disk (one process, durability full)');
  const site = await startSite({ DATA: folder, LOG_LEVEL: 'error' });
  try {
    await fill(0, 1_000, (turn) => createEvent(site, turn));
    const { id } = JSON.parse(await createEvent(site, 1_000)) as { id: number };
    await benchGenerations(site.root);
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
