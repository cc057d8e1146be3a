import { World } from '../faults/native/world.ts';
import { credentials, startSite } from '../site.ts';
import { ask, fill, post } from './client.ts';
import { type Percentiles, percentilesOf } from './measure.ts';
import { ms, report, section } from './report.ts';

type Site = Parameters<typeof post>[0];

interface Job {
  readonly extra_data: { readonly job_id: number };
}

/** Completions of the warm-up and of the measurement, one after another. */
const [BEFORE, MEASURED] = [100, 300];

const createPost = async (site: Site, turn: number): Promise<number> => {
  const body = { title: `Note ${turn}`, content: `<p>Words ${turn}.</p>`, status: 'publish' };
  return (JSON.parse(await post(site, '/core/v2/posts', body)) as { id: number }).id;
};

/** Creates posts and sends a translation job into French for each. */
const sendJobs = async (site: Site, count: number): Promise<readonly Job[]> => {
  const elements: object[] = [];
  await fill(0, count, async (turn) => {
    elements.push({ type: 'post_post', id: await createPost(site, turn) });
  });
  const sent = await post(site, '/i18n/tm/v1/batches', { elements, target_languages: ['fr-ca'] });
  return (JSON.parse(sent) as { jobs: Job[] }).jobs;
};

/** Completes a job and expects 200: the translation can be read; 202 would mean that it is not written yet. */
const complete = (site: Site, { extra_data: { job_id } }: Job): Promise<string> =>
  ask(`${site.root}/i18n/tm/v1/jobs/${job_id}`, {
    method: 'POST',
    headers: { authorization: credentials('admin'), 'content-type': 'application/json' },
    body: JSON.stringify({ units: { title: `Billet ${job_id}`, body: '<p>Des mots.</p>' }, complete: true }),
  });

/** Measures the durations of work, without those of the warm-up. */
const timesOf = async (count: number, work: (turn: number) => Promise<unknown>): Promise<Percentiles> => {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const begun = performance.now();
    await work(turn);
    times.push(performance.now() - begun);
  }
  return percentilesOf(times.slice(BEFORE));
};

const benchSite = async (site: Site, name: string, mostP99?: number): Promise<void> => {
  const count = BEFORE + MEASURED;
  const jobs = await sendJobs(site, count);
  const posts = await timesOf(count, (turn) => createPost(site, turn));
  const completions = await timesOf(count, (turn) => complete(site, jobs[turn] as Job));
  const ratio = completions.p50 / (2 * posts.p50);
  report({
    what: `${name}: a completion, from its request until the version can be read`,
    figure: `p50 ${ms(completions.p50)}, p99 ${ms(completions.p99)}`,
    against: `two creations of a post, p50 ${ms(2 * posts.p50)}, p99 ${ms(2 * posts.p99)}`,
    ratio,
    goal: mostP99 === undefined ? '≤ 3' : `≤ 3, p99 ≤ ${mostP99} ms`,
    reached: ratio <= 3 && completions.p99 <= (mostP99 ?? Number.POSITIVE_INFINITY),
  });
};

/** Compares completions of translations, through translation, bus and owner, with two plain writes of the owner. */
export const benchCompletions = async (): Promise<void> => {
  section(`Completions of translations, ${MEASURED} one by one after ${BEFORE} others`);
  const site = await startSite();
  try {
    await benchSite(site, 'embedded');
  } finally {
    await site.stop();
  }
  const world = await World.start();
  try {
    await benchSite({ root: `${world.origin}/en/json` }, 'native (Kafka, the MongoDB stand-in)', 300);
  } finally {
    await world.stop();
  }
};
