import { type SiteProcess, startSite } from '../site.ts';
import { fill } from './client.ts';
import { createEvent } from './events.ts';
import { megabytesOf } from './memory.ts';
import { megabytes, perSecond, report, section } from './report.ts';

const BATCHES = 100;
const SIZE = 50;
const SINGLY = 1_000;

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

/** Imports all batches; returns the duration in seconds. */
const importAll = async (site: SiteProcess): Promise<number> => {
  const root = '/cal/event-import/v1/import';
  const started = await site.request<{ import_id: string; batch_hash: string }>('POST', root, {
    as: 'admin',
    body: { origin: 'feed' },
  });
  const { import_id } = started.body;
  let { batch_hash } = started.body;
  const begun = performance.now();
  for (let batch = 0; batch < BATCHES; batch++) {
    const status = { data: { total: BATCHES * SIZE, done: 0 }, batch: { total: BATCHES, done: batch } };
    const body = { batch_hash, status, percentage_complete: batch, events: eventsOf(batch) };
    const answer = await site.request<{ next_batch_hash: string }>('POST', `${root}/${import_id}/batch`, { body });
    if (answer.status !== 200) throw new Error(`batch ${batch}: ${answer.status} ${JSON.stringify(answer.body)}`);
    batch_hash = answer.body.next_batch_hash;
  }
  return (performance.now() - begun) / 1_000;
};

/** Compares an import of 5,000 events in batches of 50 with events that are created one by one. */
export const benchImports = async (folder: string): Promise<void> => {
  section('Imports in batches, through the gateway of a site on disk (one process, durability full)');
  const site = await startSite({ DATA: folder, LOG_LEVEL: 'error' });
  try {
    const begun = performance.now();
    await fill(0, SINGLY, (turn) => createEvent(site, turn));
    const singly = SINGLY / ((performance.now() - begun) / 1_000);
    const inBatches = (BATCHES * SIZE) / (await importAll(site));
    report({
      what: 'events imported in batches of 50, one batch after another',
      figure: perSecond(inBatches),
      against: `created one by one, with neither venue nor organizer ${perSecond(singly)}`,
      ratio: inBatches / singly,
      goal: '≥ 1',
      reached: inBatches >= singly,
    });
    const memory = megabytesOf(site.process.pid as number, 'at most');
    report({ what: 'memory of the whole site meanwhile, at most', figure: megabytes(memory) });
  } finally {
    await site.stop();
  }
};
