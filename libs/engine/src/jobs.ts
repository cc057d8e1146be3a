import { type Database, type Row, sqlPlaceholders } from './database.ts';
import { failureOf } from './failures.ts';
import { type Job, type JobsPage, jobStates, type NewJob } from './protocol/jobs.ts';
import { RefusedError } from './refused.ts';
import type { Tokens } from './tokens.ts';
import { readFile } from './translateFile.ts';
import type { Worker } from './worker.ts';

const PAGE = 100;
/** Milliseconds for which the pages of a status query are kept: reading many pages takes time. */
const PAGES_FOR = 3_600_000;

export interface JobsPorts {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly worker: Pick<Worker, 'begin'>;
  readonly now: () => number;
}

export interface CreatedJob {
  readonly key: string;
  readonly id: number;
  readonly status: number;
}

/** Creates the job service of the editor. */
export const createJobs = ({ database, tokens, worker, now }: JobsPorts) => {
  const insert = (job: NewJob): CreatedJob => {
    const known = database.row('SELECT id, status FROM jobs WHERE key = ?', job.key);
    if (known !== undefined) return { key: job.key, id: Number(known.id), status: Number(known.status) };
    const id = database.freeNumber('jobs');
    const { key, title, source_language: source, target_language: target, callback } = job;
    database.run(
      `INSERT INTO jobs (id, key, title, source, target, status, updated, content, callback)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      key,
      title,
      source,
      target,
      jobStates.created,
      now(),
      contentOf(job),
      callback,
    );
    return { key, id, status: jobStates.created };
  };

  const pageOf = (ids: readonly number[]): Job[] =>
    database.rows(`SELECT * FROM jobs WHERE id IN (${sqlPlaceholders(ids)}) ORDER BY id`, ...ids).map(viewOf);

  return {
    /** Creates the valid jobs; small ones are done when it resolves. */
    make: async (jobs: readonly NewJob[]) => {
      const refused = new Map(jobs.flatMap((job) => refusalOf(job)).map((each) => [each.key, each]));
      const wanted = jobs.filter(({ key }) => !refused.has(key));
      const made = database.together(() => wanted.map(insert));
      await worker.begin(made.filter(({ status }) => status === jobStates.created).map(({ id }) => id));
      return { jobs: made, failed: [...refused.values()] };
    },

    cancel: (ids: readonly number[]) => ({
      cancelled: database
        .rows(
          `UPDATE jobs SET status = ?, updated = ?, callback_at = NULL WHERE status <> ? AND id IN (${sqlPlaceholders(ids)}) RETURNING id`,
          jobStates.cancelled,
          now(),
          jobStates.cancelled,
          ...ids,
        )
        .map(({ id }) => Number(id)),
    }),

    status: (ids: readonly number[]): JobsPage => {
      const known = database.rows(`SELECT id FROM jobs WHERE id IN (${sqlPlaceholders(ids)}) ORDER BY id`, ...ids);
      const later = known.slice(PAGE).map(({ id }) => Number(id));
      return {
        jobs: pageOf(known.slice(0, PAGE).map(({ id }) => Number(id))),
        token: later.length === 0 ? '' : tokens.keep(later, PAGES_FOR),
        pages: Math.ceil(later.length / PAGE),
      };
    },

    statusPage: (token: string, page: number): JobsPage => {
      const ids = tokens.read<number[]>(token) ?? [];
      const asked = ids.slice((page - 1) * PAGE, page * PAGE);
      if (asked.length === 0) throw new RefusedError(404, 'There is no such page, or not any more.');
      return { jobs: pageOf(asked), token, pages: Math.ceil(ids.length / PAGE) };
    },

    /** Returns the file; undefined for a job that is never answered. */
    xliff: (id: number): string | undefined => {
      const job = database.row('SELECT title, result FROM jobs WHERE id = ?', id);
      if (job === undefined) throw new RefusedError(404, 'There is no such job.');
      if (failureOf(String(job.title)) === 'timeout') return undefined;
      if (job.result === null) throw new RefusedError(409, 'It is not translated yet.');
      return String(job.result);
    },
  };
};

const contentOf = ({ content }: NewJob): Buffer => Buffer.from(content, 'base64');

const refusalOf = (job: NewJob) => {
  try {
    readFile(contentOf(job));
    return [];
  } catch (error) {
    return [{ key: job.key, code: 'xliff_invalid', message: error instanceof Error ? error.message : '' }];
  }
};

const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(jobStates).map(([name, number]) => [number, name]));

const viewOf = (row: Row): Job => {
  const status = Number(row.status);
  return {
    id: Number(row.id),
    status,
    status_name: NAMES.get(status) ?? 'unknown',
    source_language: String(row.source),
    target_language: String(row.target),
    progress: row.result === null ? 0 : 100,
    is_unsolvable: row.unsolvable === 1,
    message: String(row.message),
    updated_at: new Date(Number(row.updated)).toISOString(),
  };
};
