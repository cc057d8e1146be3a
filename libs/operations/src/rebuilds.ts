import { randomUUID } from 'node:crypto';
import { type RebuildProgress, rebuildDocuments } from '@almanac/write-side';
import type { OperatedService } from './operatedService.ts';

/** A rebuild of a service's documents, as far as it has come. */
export interface RebuildJob {
  readonly id: string;
  readonly status: 'running' | 'done' | 'failed';
  readonly position: number;
  /** Where the log ended when it was last looked at. */
  readonly last: number;
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly finished: string | null;
  readonly reason: string | null;
}

const KIND = 'rebuild';
const RUNNING = 'rebuild-running';
const KEPT = 30 * 86_400_000;
/** A rebuild whose process has not said so for this long is over, ms. */
const CLAIMED_FOR = 15_000;
const SAYS_EVERY = 1_000;
const MOST_LISTED = 200;

/** The rebuilds of a service, one at a time, whichever of its processes does them. */
export class Rebuilds {
  readonly #service: OperatedService;
  readonly #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(service: OperatedService) {
    this.#service = service;
  }

  /** Begins one; undefined while another runs. */
  async begin(): Promise<RebuildJob | undefined> {
    const { entries, now, store } = this.#service;
    const started = now().toISOString();
    const id = `${started.replaceAll(/\D/g, '')}-${randomUUID().slice(0, 8)}`;
    if (!(await entries.insert(RUNNING, 'one', { id }, { expiresAt: now().getTime() + CLAIMED_FOR }))) return undefined;
    const last = await store.last();
    const job: RebuildJob = { id, status: 'running', position: 0, last, started, finished: null, reason: null };
    await this.#keep(job);
    this.#running = this.#work(job);
    return job;
  }

  /** Those of the last 30 days, the newest first. */
  async list(): Promise<RebuildJob[]> {
    const { entries } = this.#service;
    const claim = await entries.get<{ id: string }>(RUNNING, 'one');
    const jobs = await entries.list<RebuildJob>(KIND, { reverse: true, limit: MOST_LISTED });
    return jobs.map(({ body }) =>
      body.status === 'running' && claim?.body.id !== body.id
        ? { ...body, status: 'failed', reason: 'The process that did it has ended.' }
        : body,
    );
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #work(job: RebuildJob): Promise<void> {
    const { entries, now, log } = this.#service;
    let latest = job;
    const say = () =>
      this.#say(latest).catch((err: unknown) => log.warn({ err }, 'a rebuild could not say how far it is'));
    const beat = setInterval(say, SAYS_EVERY).unref();
    const onProgress = ({ position, last }: RebuildProgress): void => {
      latest = { ...latest, position, last };
    };
    try {
      await rebuildDocuments({ ...this.#service, onProgress, signal: this.#ending.signal });
      latest = { ...latest, status: 'done', finished: now().toISOString() };
    } catch (error) {
      latest = { ...latest, status: 'failed', finished: now().toISOString(), reason: String(error) };
      log.error({ err: error }, 'a rebuild has failed; the documents are as they were');
    } finally {
      clearInterval(beat);
    }
    await this.#keep(latest)
      .then(() => entries.delete(RUNNING, 'one'))
      .catch((err: unknown) => log.error({ err }, 'a rebuild could not say that it has ended'));
  }

  /** Keeps the claim and tells how far it is. */
  async #say(job: RebuildJob): Promise<void> {
    const { entries, now } = this.#service;
    await entries.put(RUNNING, 'one', { id: job.id }, { expiresAt: now().getTime() + CLAIMED_FOR });
    if (job.status === 'running') await this.#keep(job);
  }

  async #keep(job: RebuildJob): Promise<void> {
    const { entries, now } = this.#service;
    await entries.put(KIND, job.id, job, { expiresAt: now().getTime() + KEPT });
  }
}
