import { credentials, type SiteProcess, startSite } from '../site.ts';
import { caughtUp } from './caughtUp.ts';
import { ask, post } from './client.ts';
import { EVENTS } from './events.ts';
import { fillSeries, fillSingles, OCCURRENCES, timesOf, titleOf } from './filledSeries.ts';
import { closedLoop, median } from './measure.ts';
import { processTimeOf } from './processTime.ts';
import { ms, report, section } from './report.ts';

/** The number of series, each of 1,000 occurrences. */
const SERIES = Number(process.env.SERIES ?? 200);
const MOST_CHANGE_MS = 3_000;
const LIST = `${EVENTS}?start_date=2031-02-01&end_date=2033-01-01&per_page=50`;

const patch = (site: SiteProcess, path: string, body: object): Promise<string> =>
  ask(site.root + path, {
    method: 'PATCH',
    headers: { authorization: credentials('admin'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const createEvent = async (site: SiteProcess, body: object): Promise<number> =>
  (JSON.parse(await post(site, EVENTS, { timezone: 'UTC', ...body })) as { id: number }).id;

const sentTimes = (series: number, occurrence: number) => {
  const { start, end } = timesOf(series, occurrence);
  return { start_date: start, end_date: end };
};

/** Creates a series and returns its first event. */
const createSeries = (site: SiteProcess, turn: number): Promise<number> => {
  const recurrence = { rules: [`FREQ=DAILY;COUNT=${OCCURRENCES}`] };
  return createEvent(site, { title: titleOf(turn), ...sentTimes(turn, 0), recurrence });
};

const seriesOf = async (site: SiteProcess, event: number): Promise<number> =>
  (JSON.parse(await ask(`${site.root}${EVENTS}/${event}`)) as { series: { id: number } }).series.id;

/** The series that the site makes itself; the others are written into its log. */
const MADE = 2;

/** Starts a site that has all series, and returns two of their events. */
const startRecurring = async (data: string): Promise<{ readonly site: SiteProcess; readonly ids: number[] }> => {
  const first = await startSite({ DATA: data, LOG_LEVEL: 'error' });
  await patch(first, '/core/v2/settings', { series_months: 36 });
  const ids: number[] = [];
  for (let turn = 0; turn < MADE; turn++) ids.push(await createSeries(first, turn));
  const [event = 0] = ids;
  const template = { series: await seriesOf(first, event), event };
  await caughtUp(first);
  await first.stop();
  await fillSeries(data, template, [MADE, SERIES]);
  return { site: await startSite({ DATA: data, LOG_LEVEL: 'error' }), ids };
};

/** Starts a site that has as many single events as all series have occurrences. */
const startSingle = async (data: string): Promise<SiteProcess> => {
  const first = await startSite({ DATA: data, LOG_LEVEL: 'error' });
  const id = await createEvent(first, { title: titleOf(0), ...sentTimes(0, 0) });
  await caughtUp(first);
  await first.stop();
  await fillSingles(data, id, [0, SERIES]);
  return startSite({ DATA: data, LOG_LEVEL: 'error' });
};

/** Measures the list of both sites in turns, so that other load slows both; reports the median of seven runs. */
const compareLists = async (recurring: SiteProcess, single: SiteProcess): Promise<void> => {
  const timeOf = async (site: SiteProcess): Promise<number> => {
    // another address each time, so that no answer is kept
    const work = (turn: number) => ask(`${site.root}${LIST}&page=${1 + (turn % 20)}&tick=${performance.now()}`);
    return (await closedLoop({ width: 1, ms: 2_000 }, async (turn) => void (await work(turn)))).p50;
  };
  const { one, two, ratio } = await median(
    7,
    (run) => run.ratio,
    async () => {
      const [one, two] = [await timeOf(recurring), await timeOf(single)];
      return { one, two, ratio: one / two };
    },
  );
  report({
    what: `list of 50 with ${SERIES} series of 1,000 occurrences`,
    figure: ms(one),
    against: `with as many single events ${ms(two)}`,
    ratio,
    goal: '≤ 1.2',
    reached: ratio <= 1.2,
  });
};

/** Measures changes of all occurrences of a series, one after another. */
const benchChange = async (site: SiteProcess, change: () => Promise<void>): Promise<void> => {
  const { pid = 0 } = site.process;
  const { took, worked } = await median(
    3,
    (run) => run.took,
    async () => {
      const [begun, before] = [performance.now(), processTimeOf(pid)];
      await change();
      return { took: performance.now() - begun, worked: processTimeOf(pid) - before };
    },
  );
  report({
    what: 'change of all 1,000 occurrences of a series',
    figure: ms(took),
    against: `limit ${ms(MOST_CHANGE_MS)}; processor time ${ms(worked)}`,
    goal: '≤ 3 s',
    reached: took <= MOST_CHANGE_MS,
  });
};

/** Measures other requests while all occurrences of a series are changed. */
const benchOthers = async (site: SiteProcess, id: number, change: () => Promise<void>): Promise<void> => {
  const read = async (): Promise<void> => void (await ask(`${site.root}${EVENTS}/${id}?tick=${performance.now()}`));
  const alone = await closedLoop({ width: 1, ms: 5_000 }, read);
  let isOver = false;
  const changing = async (): Promise<void> => {
    while (!isOver) await change();
  };
  const running = changing();
  const beside = await closedLoop({ width: 1, ms: 10_000 }, read);
  isOver = true;
  await running;
  report({
    what: 'p50 of an event during such changes',
    figure: ms(beside.p50),
    against: `alone ${ms(alone.p50)}`,
    ratio: beside.p50 / alone.p50,
    goal: '≤ 2',
    reached: beside.p50 <= 2 * alone.p50,
  });
};

/** Measures lists beside many series, and a change of a long series, on sites on disk. */
export const benchSeries = async (folder: string): Promise<void> => {
  section('Series through the gateway of a site on disk (one process, durability full)');
  const { site: recurring, ids } = await startRecurring(`${folder}/series`);
  const single = await startSingle(`${folder}/single`);
  try {
    await Promise.all([caughtUp(recurring), caughtUp(single)]);
    await compareLists(recurring, single);
    const [first = 0, other = 0] = ids;
    let turn = 0;
    const body = () => ({ scope: 'all', title: `Night ${++turn} by the harbour` });
    const change = async (): Promise<void> => void (await patch(recurring, `${EVENTS}/${first}`, body()));
    await benchChange(recurring, change);
    await benchOthers(recurring, other, change);
  } finally {
    await Promise.all([recurring.stop(), single.stop()]);
  }
};
