import type { Commit } from '@almanac/event-store';
import { eventually } from '@almanac/testing';
import { request } from '../site.ts';

const TM = '/i18n/tm/v1';

export interface SentJob {
  readonly id: number;
  readonly status: number;
  readonly element: { readonly id: number; readonly name: string };
  readonly extra_data: { readonly job_id: number; readonly editor_job_id: number | null };
}

interface Post {
  readonly id: number;
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string };
  readonly i18n: { readonly translations: Readonly<Record<string, number>> };
}

/** Expected translation, by the title of its source. */
export interface ExpectedTranslation {
  title(source: string): string;
  content(source: string): string;
}

export const byPeople: ExpectedTranslation = {
  title: (source) => `${source} en français`,
  content: (source) => `<p>${source}, le texte.</p>`,
};

/** Posts of a site that are translated into French while parts of the site are killed. */
export class TranslatedPosts {
  readonly #origin: () => string;
  readonly #ready: () => Promise<void>;
  jobs: readonly SentJob[] = [];
  /** Number of requests without an answer. */
  lost = 0;

  /** @param ready resolves when the site accepts requests */
  constructor(origin: () => string, ready: () => Promise<void> = async () => undefined) {
    this.#origin = origin;
    this.#ready = ready;
  }

  ask<Body>(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const options = { as: 'admin', headers, ...(body !== undefined && { body }) };
    return request<Body>(`${this.#origin()}/en/json`, method, path, options);
  }

  /** Creates `count` posts and sends them to translation as one batch. */
  async send(count: number, more: object = {}): Promise<void> {
    const elements: object[] = [];
    for (let n = 0; n < count; n++) {
      const post = { title: `Post ${n}`, content: `<p>Text ${n}.</p>`, status: 'publish' };
      elements.push({ type: 'post_post', id: (await this.ask<Post>('POST', '/core/v2/posts', post)).body.id });
    }
    const batch = { elements, target_languages: ['fr-ca'], ...more };
    this.jobs = (await this.ask<{ jobs: SentJob[] }>('POST', `${TM}/batches`, batch)).body.jobs;
    expect(this.jobs).toHaveLength(count);
  }

  /** Finishes a job; retries under one key until it is acknowledged. @returns the status */
  async finish({ element, extra_data }: SentJob): Promise<number> {
    const units = { title: byPeople.title(element.name), body: byPeople.content(element.name) };
    const key = { 'Idempotency-Key': `job-${extra_data.job_id}` };
    for (let tries = 0; tries < 60; tries++) {
      await this.#ready();
      const path = `${TM}/jobs/${extra_data.job_id}`;
      const answer = await this.ask('POST', path, { units, complete: true }, key).catch(() => undefined);
      if (answer === undefined) this.lost++;
      else if (answer.status < 300) return answer.status;
      // 409: the same request is still under way, or was when the site was killed
      else if (answer.status < 500 && answer.status !== 409)
        throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`job ${extra_data.job_id} is not taken`);
  }

  /** Finishes the given jobs, `atOnce` at a time. @param before called with each turn while its job is finishing */
  async finishAll(
    before: (turn: number) => Promise<void>,
    atOnce = 5,
    jobs: readonly SentJob[] = this.jobs,
  ): Promise<readonly number[]> {
    const waiting = jobs.entries();
    const statuses: number[] = [];
    const translate = async (): Promise<void> => {
      for (const [turn, job] of waiting) {
        const finishing = this.finish(job);
        await before(turn);
        statuses.push(await finishing);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, translate));
    await this.#ready();
    return statuses;
  }

  async list(): Promise<readonly SentJob[]> {
    return (await this.ask<{ jobs: SentJob[] }>('GET', `${TM}/jobs?limit=200&scope=all`)).body.jobs;
  }

  /** Waits until no job is open, and expects as many jobs as were sent. */
  async expectFinished(): Promise<void> {
    await eventually(async () => (await this.list()).every(({ status }) => status === 10));
    expect(await this.list()).toHaveLength(this.jobs.length);
  }

  /** Expects exactly one French version of each post, in its group and with its text. */
  async expectWritten({ title, content }: ExpectedTranslation): Promise<void> {
    const french: Post[] = [];
    for (let page = 1; french.length < this.jobs.length; page++) {
      const list = `${this.#origin()}/fr-ca/json/core/v2/posts?per_page=100&page=${page}`;
      const { status, body } = await this.ask<Post[]>('GET', list);
      expect(status).toBe(200);
      french.push(...body);
    }
    const versions = new Map(french.map((post) => [post.id, post]));
    for (const { element } of this.jobs) {
      const source = await this.ask<Post>('GET', `/core/v2/posts/${element.id}`);
      const version = versions.get(source.body.i18n.translations['fr-ca'] ?? 0);
      expect(version?.title.rendered).toBe(title(element.name));
      expect(version?.content.rendered.trim()).toBe(content(element.name));
      expect(version?.i18n.translations).toEqual({ en: element.id, 'fr-ca': version?.id });
    }
    expect([versions.size, french.length]).toEqual([this.jobs.length, this.jobs.length]);
  }
}

/** Counts the events of a type in each matching stream of a log. */
export const countedByStream = (log: readonly Commit[], streams: RegExp, type: string): number[] => {
  const counts = new Map<string, number>();
  for (const { events } of log)
    for (const event of events.filter((each) => streams.test(each.stream) && each.type === type))
      counts.set(event.stream, (counts.get(event.stream) ?? 0) + 1);
  return [...counts.values()];
};
