import { credentials, type SiteProcess, startSite } from '../site.ts';
import { ask, post } from './client.ts';
import { EVENTS } from './events.ts';
import { closedLoop, median } from './measure.ts';
import { processTimeOf } from './processTime.ts';
import { ms, report, section } from './report.ts';

/** The number of series, each of 1,000 occurrences. */
const SERIES = Number(process.env.SERIES ?? 200);
const OCCURRENCES = 1_000;
const MOST_CHANGE_MS = 3_000;
const LIST = `${EVENTS}?start_date=2031-02-01&end_date=2033-01-01&per_page=50`;

const patch = (site: SiteProcess, path: string, body: object): Promise<string> =>
  ask(site.root + path, {
    method: 'PATCH',
    headers: { authorization: credentials('admin'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const title = (turn: number) => `Evening ${turn} by the harbour`;

const createSeries = async (site: SiteProcess, turn: number): Promise<number> => {
  const hour = String(8 + (turn % 12)).padStart(2, '0');
  const body = await post(site, EVENTS, {
    title: title(turn),
    ...{ start_date: `2031-01-01 ${hour}:00:00`, end_date: `2031-01-01 ${hour}:45:00` },
    recurrence: { rules: [`FREQ=DAILY;COUNT=${OCCURRENCES}`] },
  });
  return (JSON.parse(body) as { id: number }).id;
};

/** Returns a single event on the day and at the hour of an occurrence. */
const singleEvent = (series: number, occurrence: number): object => {
  const day = new Date(Date.UTC(2031, 0, 1 + occurrence)).toISOString().slice(0, 10);
  const hour = String(8 + (series % 12)).padStart(2, '0');
  const times = { start_date: `${day} ${hour}:00:00`, end_date: `${day} ${hour}:45:00` };
  return { uid: `${series}/${occurrence}`, title: title(series), ...times };
};

const IMPORTS = '/cal/event-import/v1/import';
const BATCH = 500;

/** Creates as many single events as all series have occurrences. */
const importSingles = async (site: SiteProcess): Promise<void> => {
  const begun = JSON.parse(await post(site, IMPORTS, { origin: 'bench' })) as { import_id: string; batch_hash: string };
  let hash = begun.batch_hash;
  const batches = (SERIES * OCCURRENCES) / BATCH;
  for (let batch = 0; batch < batches; batch++) {
    const events = Array.from({ length: BATCH }, (_, at) => {
      const turn = batch * BATCH + at;
      return singleEvent(Math.floor(turn / OCCURRENCES), turn % OCCURRENCES);
    });
    const status = { data: { total: SERIES * OCCURRENCES, done: 0 }, batch: { total: batches + 1, done: batch } };
    const sent = { batch_hash: hash, percentage_complete: 0, status, events };
    const answer = JSON.parse(await post(site, `${IMPORTS}/${begun.import_id}/batch`, sent, 200)) as {
      readonly next_batch_hash: string;
    };
    hash = answer.next_batch_hash;
  }
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
  const recurring = await startSite({ DATA: `${folder}/series`, LOG_LEVEL: 'error' });
  const single = await startSite({ DATA: `${folder}/single`, LOG_LEVEL: 'error' });
  try {
    await patch(recurring, '/core/v2/settings', { series_months: 36 });
    const ids: number[] = [];
    for (let turn = 0; turn < SERIES; turn++) ids.push(await createSeries(recurring, turn));
    await importSingles(single);
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
