import { randomUUID } from 'node:crypto';
import { type RebuildProgress, rebuildDocuments } from '@almanac/event-sourcing';
import { systemTime } from '@almanac/messaging';
import type { OperatedService } from './operatedService.ts';
import { RebuildClaim } from './rebuildClaim.ts';

/** A rebuild of a service's documents, with its progress. */
export interface RebuildJob {
  readonly id: string;
  readonly status: 'running' | 'done' | 'failed';
  readonly position: number;
  /** The end of the log when it was last read. */
  readonly last: number;
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly finished: string | null;
  readonly reason: string | null;
}

const REBUILD_KIND = 'rebuild';
const REBUILD_RETENTION_MS = 30 * 86_400_000;
const TELLS_EVERY = 1_000;
const MAX_LISTED_REBUILDS = 200;

/** Options that specs change. */
export interface RebuildsOptions {
  /** Milliseconds between two reports of a rebuild's progress. */
  readonly tellsEvery?: number;
  readonly rebuild?: typeof rebuildDocuments;
}

/** The rebuilds of a service, one at a time, in any of its processes. */
export class Rebuilds {
  readonly #service: OperatedService;
  readonly #options: Required<RebuildsOptions>;
  readonly #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(service: OperatedService, options: RebuildsOptions = {}) {
    this.#service = service;
    this.#options = { tellsEvery: TELLS_EVERY, rebuild: rebuildDocuments, ...options };
  }

  /** Starts a rebuild; undefined while another one runs. */
  async begin(): Promise<RebuildJob | undefined> {
    const { now, store } = this.#service;
    const started = now().toISOString();
    const id = `${started.replaceAll(/\D/g, '')}-${randomUUID().slice(0, 8)}`;
    const claim = await RebuildClaim.take(this.#service, id);
    if (claim === undefined) return undefined;
    const last = await store.last();
    const job: RebuildJob = { id, status: 'running', position: 0, last, started, finished: null, reason: null };
    await this.#tell(job);
    this.#running = this.#work(job, claim);
    return job;
  }

  /** Returns the rebuilds of the last 30 days, newest first. */
  async list(): Promise<RebuildJob[]> {
    const { entries } = this.#service;
    const holder = await RebuildClaim.holder(this.#service);
    const jobs = await entries.list<RebuildJob>(REBUILD_KIND, { reverse: true, limit: MAX_LISTED_REBUILDS });
    return jobs.map(({ body }) =>
      body.status === 'running' && body.id !== holder
        ? { ...body, status: 'failed', reason: 'The process that did it has ended.' }
        : body,
    );
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('the process has ended'));
    await this.#running;
  }

  async #work(job: RebuildJob, claim: RebuildClaim): Promise<void> {
    const { now, log } = this.#service;
    let latest = job;
    const ended = new AbortController();
    const lost = new AbortController();
    const telling = this.#tellUntil(ended.signal, claim, lost, () => latest);
    const onProgress = ({ position, last }: RebuildProgress): void => {
      latest = { ...latest, position, last };
    };
    try {
      const signal = AbortSignal.any([this.#ending.signal, lost.signal]);
      await this.#options.rebuild({ ...this.#service, onProgress, signal, gently: true });
      latest = { ...latest, status: 'done', finished: now().toISOString() };
    } catch (error) {
      latest = { ...latest, status: 'failed', finished: now().toISOString(), reason: String(error) };
      log.error({ err: error }, 'a rebuild failed; the documents are unchanged');
    }
    ended.abort();
    await telling;
    await this.#tell(latest)
      .then(() => claim.give())
      .catch((err: unknown) => log.error({ err }, 'the end of a rebuild could not be recorded'));
  }

  /** Renews the lease and reports the progress at intervals, one after another. */
  async #tellUntil(ended: AbortSignal, claim: RebuildClaim, lost: AbortController, latest: () => RebuildJob) {
    const { log } = this.#service;
    for (;;) {
      await systemTime.sleep(this.#options.tellsEvery, ended);
      if (ended.aborted) return;
      try {
        if (!(await claim.keep())) return lost.abort(new Error('another rebuild has begun meanwhile'));
        await this.#tell(latest());
      } catch (err) {
        log.warn({ err }, 'the progress of a rebuild could not be recorded');
      }
    }
  }

  async #tell(job: RebuildJob): Promise<void> {
    const { entries, now } = this.#service;
    await entries.put(REBUILD_KIND, job.id, job, { expiresAt: now().getTime() + REBUILD_RETENTION_MS });
  }
}
