import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { expectVerified } from '../expectVerified.ts';
import { type SiteProcess, startSite } from '../site.ts';
import { openLog } from './effects/openLog.ts';

const JOBS = process.env.LONG === '1' ? 200 : 20;
const KILLS = process.env.LONG === '1' ? 10 : 3;
const TRANSLATORS = 5;
const TM = '/i18n/tm/v1';

interface Sent {
  readonly id: number;
  readonly status: number;
  readonly element: { readonly id: number; readonly name: string };
  readonly extra_data: { readonly job_id: number };
}

interface Post {
  readonly id: number;
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string };
  readonly i18n: { readonly translations: Readonly<Record<string, number>> };
}

const titleOf = (source: string): string => `${source} en français`;
const contentOf = (source: string): string => `<p>${source}, le texte.</p>`;

describe('people who finish translations, whose site is killed at any moment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-translation-'));
  let site: SiteProcess;
  let jobs: Sent[] = [];
  beforeAll(async () => {
    site = await startSite({ DATA: folder });
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  let restarting: Promise<void> | undefined;
  let lost = 0;
  const killAndStart = async (): Promise<void> => {
    await site.stop('SIGKILL');
    site = await startSite({ DATA: folder });
  };

  /** Posts as many as there are jobs, and sends them into French. */
  const sendJobs = async (): Promise<Sent[]> => {
    const elements: object[] = [];
    for (let n = 0; n < JOBS; n++) {
      const body = { title: `Post ${n}`, content: `<p>Text ${n}.</p>`, status: 'publish' };
      const { body: post } = await site.request<Post>('POST', '/core/v2/posts', { as: 'admin', body });
      elements.push({ type: 'post_post', id: post.id });
    }
    const sent = { as: 'admin', body: { elements, target_languages: ['fr-ca'] } };
    return (await site.request<{ jobs: Sent[] }>('POST', `${TM}/batches`, sent)).body.jobs;
  };

  /** Finishes a job until that is acknowledged, as a client does that knows of lost answers. @returns the status */
  const finish = async ({ element, extra_data }: Sent): Promise<number> => {
    const units = { title: titleOf(element.name), body: contentOf(element.name) };
    for (let tries = 0; tries < 30; tries++) {
      await restarting;
      const answer = await site
        .request('POST', `${TM}/jobs/${extra_data.job_id}`, {
          as: 'admin',
          headers: { 'Idempotency-Key': `job-${extra_data.job_id}` },
          body: { units, complete: true },
        })
        .catch(() => undefined);
      if (answer === undefined) lost++;
      if (answer !== undefined && answer.status < 300) return answer.status;
      // 409: the same request is still under way, or was when the site was killed
      if (answer !== undefined && answer.status < 500 && answer.status !== 409)
        throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`job ${extra_data.job_id} is not taken`);
  };

  /** How many events of a type each of the streams has. */
  const counted = async (service: string, streams: RegExp, type: string): Promise<number[]> => {
    const { store, close } = await openLog(join(folder, `${service}.sqlite`));
    const counts = new Map<string, number>();
    for (const { events } of await store.readLog(0, await store.last()))
      for (const event of events.filter((each) => streams.test(each.stream) && each.type === type))
        counts.set(event.stream, (counts.get(event.stream) ?? 0) + 1);
    await close();
    return [...counts.values()];
  };

  it('acknowledges each of them', async () => {
    jobs = await sendJobs();
    expect(jobs).toHaveLength(JOBS);
    const killedAt = new Set(
      Array.from({ length: KILLS }, (_, index) => 2 + Math.floor((index * (JOBS - TRANSLATORS)) / KILLS)),
    );
    const waiting = jobs.entries();
    const statuses = new Map<number, number>();
    const translate = async (): Promise<void> => {
      for (const [index, job] of waiting) {
        const finishing = finish(job);
        if (killedAt.has(index)) {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
          restarting = killAndStart();
        }
        statuses.set(job.id, await finishing);
      }
    };
    await Promise.all(Array.from({ length: TRANSLATORS }, translate));
    await restarting;
    const late = [...statuses.values()].filter((status) => status === 202).length;
    console.log(`${JOBS} completions, ${late} of them 202; ${KILLS} kills, ${lost} answers lost`);
    const acknowledged = [...statuses.values()].filter((status) => status === 200 || status === 202);
    expect(acknowledged).toHaveLength(JOBS);
  });

  it('leaves no job open once it is back', async () => {
    const find = `${TM}/jobs?limit=200&scope=all`;
    const statusesOf = async () =>
      (await site.request<{ jobs: Sent[] }>('GET', find, { as: 'admin' })).body.jobs.map(({ status }) => status);
    await eventually(async () => (await statusesOf()).every((status) => status === 10), { within: 30_000 });
    expect(await statusesOf()).toHaveLength(JOBS);
  });

  it('has one version of each in its group, with its text', async () => {
    const french: Post[] = [];
    for (let page = 1; french.length < JOBS; page++) {
      const list = `${site.origin}/fr-ca/json/core/v2/posts?per_page=100&page=${page}`;
      const { status, body } = await site.request<Post[]>('GET', list);
      expect(status).toBe(200);
      french.push(...body);
    }
    const versions = new Map(french.map((post) => [post.id, post]));
    for (const { element } of jobs) {
      const source = await site.request<Post>('GET', `/core/v2/posts/${element.id}`);
      const version = versions.get(source.body.i18n.translations['fr-ca'] ?? 0);
      expect(version?.title.rendered).toBe(titleOf(element.name));
      expect(version?.content.rendered.trim()).toBe(contentOf(element.name));
      expect(version?.i18n.translations).toEqual({ en: element.id, 'fr-ca': version?.id });
    }
    expect([versions.size, french.length]).toEqual([JOBS, JOBS]);
  });

  it('has written none twice, by the logs of both services', async () => {
    await site.stop();
    const once = Array.from({ length: JOBS }, () => 1);
    expect(await counted('core', /^translationresult-/, 'TranslationWritten')).toEqual(once);
    expect(await counted('translation', /^job-/, 'JobFinished')).toEqual(once);
    expect(await counted('translation', /^job-/, 'TranslationWritten')).toEqual(once);
  });

  it('leaves documents that equal the folds of their events', () => {
    expectVerified(folder);
  });
});
