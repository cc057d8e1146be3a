import { type SiteProcess, startSite } from '../site.ts';
import { fill } from './client.ts';
import { createEvent } from './events.ts';
import { megabytesOf } from './memory.ts';
import { processTimeOf } from './processTime.ts';
import { megabytes, ms, perSecond, report, section } from './report.ts';

const SIZE = 50;
/** Batches of a thousand events, the unit in which rates are compared. */
const BATCHES_OF_THOUSAND = 1_000 / SIZE;
/** Thousands of imported events. */
const THOUSANDS = Number(process.env.THOUSANDS ?? 10);
const BATCHES = THOUSANDS * BATCHES_OF_THOUSAND;
const SINGLY = 1_000;
/** Maximum processor time of the last thousand as a multiple of that of the first. */
const MAX_SLOWDOWN = 1.3;
const MAX_MEGABYTES = 450;

/** Returns one batch of an outside service, with as much text as the events that are created one by one. */
const eventsOf = (batch: number) =>
  Array.from({ length: SIZE }, (_, index) => ({
    title: `Evening ${batch}/${index} by the harbour`,
    description: `Number ${index}. ${'Bring a friend and something to share. '.repeat(10)}`,
    uid: `${batch}-${index}`,
    start_date: '2031-02-01',
    start_hour: '19',
    end_date: '2031-02-01',
    end_hour: '21',
    cost: '15',
    venue: { venue: `Hall ${index % 10}` },
    organizer: { organizer: `Band ${index % 5}` },
    categories: [`Kind ${index % 4}`],
  }));

interface ImportFigures {
  readonly seconds: number;
  /** Milliseconds of processor time of each thousand events. */
  readonly costs: readonly number[];
}

const importAll = async (site: SiteProcess): Promise<ImportFigures> => {
  const root = '/cal/event-import/v1/import';
  const started = await site.request<{ import_id: string; batch_hash: string }>('POST', root, {
    as: 'admin',
    body: { origin: 'feed' },
  });
  const { import_id } = started.body;
  let { batch_hash } = started.body;
  const begun = performance.now();
  const costs: number[] = [];
  let counted = processTimeOf(Number(site.process.pid));
  for (let batch = 0; batch < BATCHES; batch++) {
    const status = { data: { total: BATCHES * SIZE, done: 0 }, batch: { total: BATCHES, done: batch } };
    const body = {
      batch_hash,
      status,
      percentage_complete: Math.floor((100 * batch) / BATCHES),
      events: eventsOf(batch),
    };
    const answer = await site.request<{ next_batch_hash: string }>('POST', `${root}/${import_id}/batch`, { body });
    if (answer.status !== 200) throw new Error(`batch ${batch}: ${answer.status} ${JSON.stringify(answer.body)}`);
    batch_hash = answer.body.next_batch_hash;
    if ((batch + 1) % BATCHES_OF_THOUSAND > 0) continue;
    const now = processTimeOf(Number(site.process.pid));
    costs.push(now - counted);
    counted = now;
  }
  return { seconds: (performance.now() - begun) / 1_000, costs };
};

/** Reports the processor time of the last thousand records against that of the first. */
const reportSlowdown = (what: string, costs: readonly number[]): void => {
  const [first = 0] = costs;
  const last = costs.at(-1) ?? first;
  report({
    what: `${what}: the last of ${costs.length} thousand against the first`,
    figure: ms(last),
    against: ms(first),
    ratio: last / first,
    goal: `≤ ${MAX_SLOWDOWN}`,
    reached: last <= MAX_SLOWDOWN * first,
  });
};

/**
 * Compares an import in batches of 50 with events that are created one by one, and the last thousand of each with the
 * first.
 */
export const benchImports = async (folder: string): Promise<void> => {
  section('Imports in batches, through the gateway of a site on disk (one process, durability full)');
  const site = await startSite({ DATA: folder, LOG_LEVEL: 'error' });
  try {
    const begun = performance.now();
    await fill(0, SINGLY, (turn) => createEvent(site, turn));
    const singly = SINGLY / ((performance.now() - begun) / 1_000);
    const { seconds, costs } = await importAll(site);
    const inBatches = (BATCHES * SIZE) / seconds;
    report({
      what: 'events imported in batches of 50, one batch after another',
      figure: perSecond(inBatches),
      against: `created one by one, with neither venue nor organizer ${perSecond(singly)}`,
      ratio: inBatches / singly,
      goal: '≥ 1',
      reached: inBatches >= singly,
    });
    reportSlowdown('processor time of imported events', costs);
    const pid = Number(site.process.pid);
    const memory = megabytesOf(pid);
    report({
      what: `memory of the whole site after ${THOUSANDS} thousand events`,
      figure: megabytes(memory),
      against: `at most ${megabytes(megabytesOf(pid, 'at most'))}`,
      goal: `≤ ${MAX_MEGABYTES} MB`,
      reached: memory <= MAX_MEGABYTES,
    });
  } finally {
    await site.stop();
  }
};
