import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSqliteDocuments, openDatabase } from '@almanac/documents/sqlite';
import { type Aggregate, createCommands, type Decider } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { definition } from '@almanac/translation/definition';
import { credentials, type SiteProcess, startSite } from '../site.ts';
import { ask, fill, post } from './client.ts';
import { closedLoop, type Load, median } from './measure.ts';
import { ms, perSecond, report, section } from './report.ts';

const [FEW, MANY] = [1_000, 100_000];
const AT_ONCE = 500;
const PAGE = 20;
const RUN_MS = 3_000;
const WIDTH = 8;
const LANGUAGES = ['fr-ca', 'es-us', 'en-ca'] as const;

type JobSentEvent = Event<'JobSent', object>;

/** Returns the data of a job by its number, as a send writes it; three jobs share a post. */
const jobOf = (n: number): object => {
  const element = 100_000 + Math.floor(n / LANGUAGES.length);
  return {
    job_id: 2_000_000 + n,
    element: { type: 'post_post', id: element },
    group: element,
    source: 'en',
    target: LANGUAGES[n % LANGUAGES.length],
    title: `News ${element}`,
    path: `/news-${element}/`,
    element_status: 'publish',
    source_version: 1,
    hashes: { title: 'h-title', body: 'h-body' },
    units: 2,
    finished: 0,
    channel: 'local',
    automatic: false,
    translator: 0,
    manager: 1,
    batch: { id: 500 + (n % 100), name: `Batch ${n % 100}` },
    deadline: '',
  };
};

/** Writes jobs into the data of a stopped site, in commits of 500; through the interface it would take an hour. */
export const fillJobs = async (folder: string, count: number): Promise<void> => {
  const { registrations, collections } = definition;
  const database = openDatabase(join(folder, 'translation.sqlite'), { durability: 'normal' });
  const documents = createSqliteDocuments(database, collections);
  const store = createSqliteEventStore(database, { documents });
  const commands = createCommands({ store, documents, registrations, now: () => new Date() });
  const jobs = registrations.find(({ aggregate }) => aggregate.category === 'job')?.aggregate as Aggregate<
    object,
    JobSentEvent
  >;
  const sending: Decider<object, JobSentEvent, number> = {
    ...jobs,
    decide: (_job, n) => [{ type: 'JobSent', data: jobOf(n) }],
  };
  const context = { principal: 'user:1', language: 'en', correlation: 'bench', causation: 'bench' } as const;
  for (let first = 0; first < count; first += AT_ONCE)
    await commands.run(context, async (unit) => {
      for (let n = first; n < first + AT_ONCE; n++) await unit.decide(sending, 1_000_000 + n, n, undefined);
    });
  await store.close();
  database.close();
};

const siteWith = async (folder: string, count: number): Promise<SiteProcess> => {
  const data = join(folder, String(count));
  mkdirSync(data, { recursive: true });
  const begun = await startSite({ DATA: data, LOG_LEVEL: 'silent' });
  await begun.stop();
  await fillJobs(data, count);
  return startSite({ DATA: data, LOG_LEVEL: 'silent' });
};

const reads = (site: SiteProcess, path: string): Promise<Load> => {
  const headers = { authorization: credentials('admin') };
  return closedLoop({ width: WIDTH, ms: RUN_MS }, async () => void (await ask(site.root + path, { headers })));
};

const shown = ({ perSecond: rate, p50, p99 }: Load): string => `${perSecond(rate)}, p50 ${ms(p50)}, p99 ${ms(p99)}`;

interface Run {
  readonly few: Load;
  readonly many: Load;
  readonly posts: Load;
}

/** Compares lists of jobs on a site with many jobs, on one with few, and lists of as many posts. */
export const benchTranslationJobs = async (folder: string): Promise<void> => {
  section('Lists of translation jobs');
  const [small, large] = [await siteWith(folder, FEW), await siteWith(folder, MANY)];
  try {
    const body = { title: 'News', content: 'Neighbours met and talked about it at length.', status: 'publish' };
    await fill(0, FEW, () => post(small, '/core/v2/posts', body));
    const path = `/i18n/tm/v1/jobs?limit=${PAGE}`;
    for (const [site, count] of [
      [small, FEW],
      [large, MANY],
    ] as const) {
      const { total } = JSON.parse(await ask(site.root + path, { headers: { authorization: credentials('admin') } }));
      if (total !== count) throw new Error(`${total} jobs instead of ${count}`);
    }
    const run = async (): Promise<Run> => ({
      few: await reads(small, path),
      many: await reads(large, path),
      posts: await reads(small, `/core/v2/posts?per_page=${PAGE}`),
    });
    const times = await median(3, ({ few, many }) => many.p50 / few.p50, run);
    reportTimes(times);
    const filtered = await median(
      3,
      ({ few, many }) => many.p50 / few.p50,
      async () => ({
        few: await reads(small, `${path}&target_language=fr-ca&status=1&sorting=title:asc`),
        many: await reads(large, `${path}&target_language=fr-ca&status=1&sorting=title:asc`),
        posts: times.posts,
      }),
    );
    const what = `the same of one language by title, at ${MANY.toLocaleString('en-US')}`;
    report({
      what,
      figure: shown(filtered.many),
      against: `at 1,000 ${shown(filtered.few)}`,
      ratio: filtered.many.p50 / filtered.few.p50,
    });
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
};

const reportTimes = ({ few, many, posts }: Run): void => {
  const slower = many.p50 / few.p50;
  report({
    what: `a list of ${PAGE} jobs at ${MANY.toLocaleString('en-US')}, ${WIDTH} in flight`,
    figure: shown(many),
    against: `at 1,000 ${shown(few)}`,
    ratio: slower,
    goal: '≤ 2',
    reached: slower <= 2,
  });
  const beside = few.perSecond / posts.perSecond;
  report({
    what: `a list of ${PAGE} jobs at 1,000`,
    figure: shown(few),
    against: `a list of ${PAGE} posts ${shown(posts)}`,
    ratio: beside,
    goal: '≥ 0.5',
    reached: beside >= 0.5,
  });
};
