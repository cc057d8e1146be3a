import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@almanac/service';
import type { Callbacks } from './callbacks.ts';
import { bytesOf, type Database } from './database.ts';
import { failureOf } from './failures.ts';
import type { MachineText } from './machine.ts';
import { jobStates } from './protocol/jobs.ts';
import { readFile, sourceWordCount, translateFile } from './translateFile.ts';

/** Jobs with at most this many words are done before their creation is answered. */
const SMALL = 2_000;
/** Maximum milliseconds for which the answer waits: the machine may be slow, or unreachable. */
const WAITS_FOR = 5_000;
const AGAIN_AFTER = [1_000, 5_000, 30_000, 300_000];

export interface WorkerPorts {
  readonly database: Database;
  readonly machine: MachineText;
  readonly callbacks: Pick<Callbacks, 'due'>;
  readonly now: () => number;
  readonly log: Log;
}

/** Translates jobs, one after another. */
export interface Worker {
  /** Starts jobs; resolves once the small ones among them are done, or time out. */
  begin(ids: readonly number[]): Promise<void>;
  /** Continues the unfinished jobs of an earlier run. */
  resume(): void;
  /** Stops running jobs; a later run continues them. */
  stop(): Promise<void>;
}

export const createWorker = ({ database, machine, callbacks, now, log }: WorkerPorts): Worker => {
  const ending = new AbortController();
  const { signal } = ending;
  let last: Promise<void> = Promise.resolve();

  // one transaction: otherwise a crash between result and callback would leave the site without its callback
  const settle = (id: number, status: number, result: string | null, more: { unsolvable?: 1; message?: string } = {}) =>
    database.together(() => {
      const settled = database.row(
        `UPDATE jobs SET status = ?, result = ?, unsolvable = ?, message = ?, updated = ?
         WHERE id = ? AND status IN (${jobStates.created}, ${jobStates.translating}) RETURNING id`,
        status,
        result,
        more.unsolvable ?? 0,
        more.message ?? '',
        now(),
        id,
      );
      if (settled !== undefined && result !== null) callbacks.due(id);
    });

  const translate = async (id: number, content: Uint8Array, title: string): Promise<void> => {
    const file = readFile(content);
    const made = await translateFile(file, machine, signal);
    // a file that claims to belong to another job
    settle(
      id,
      jobStates.translated,
      failureOf(title) === 'wrong-xliff' ? made.replace(file.original, 'another-job') : made,
    );
  };

  const work = async (id: number): Promise<void> => {
    const job = database.row('SELECT title, content, status FROM jobs WHERE id = ?', id);
    if (job === undefined || Number(job.status) > jobStates.translating) return;
    const title = String(job.title);
    const failure = failureOf(title);
    if (failure === 'credit')
      return settle(id, jobStates.lacksCredit, null, { message: 'There is not enough credit.' });
    if (failure === 'unsolvable')
      return settle(id, jobStates.translating, null, { unsolvable: 1, message: 'This cannot be translated.' });
    database.run(
      'UPDATE jobs SET status = ? WHERE id = ? AND status = ?',
      jobStates.translating,
      id,
      jobStates.created,
    );
    await translate(id, bytesOf(job.content), title);
  };

  const failed = (id: number, tries: number, error: unknown): void => {
    if (signal.aborted) return;
    log.warn({ job: id, error }, 'a job could not be translated');
    const again = AGAIN_AFTER[tries];
    if (again === undefined)
      settle(id, jobStates.translating, null, { unsolvable: 1, message: 'The machine does not translate it.' });
    else
      pause(again, undefined, { signal, ref: false }).then(
        () => void enqueue(id, tries + 1),
        () => undefined,
      );
  };

  // a failed job moves to the end, so that it does not block others
  const enqueue = (id: number, tries = 0): Promise<void> => {
    last = last.then(async () => {
      if (!signal.aborted) await work(id).catch((error) => failed(id, tries, error));
    });
    return last;
  };

  const isSmall = (id: number): boolean => {
    const content = database.row('SELECT content FROM jobs WHERE id = ?', id)?.content;
    return content !== undefined && sourceWordCount(readFile(bytesOf(content))) <= SMALL;
  };

  return {
    begin: async (ids) => {
      const [small, large] = [ids.filter(isSmall), ids.filter((id) => !isSmall(id))];
      const done = Promise.all(small.map((id) => enqueue(id)));
      for (const id of large) void enqueue(id);
      const waiting = new AbortController();
      await Promise.race([done, pause(WAITS_FOR, undefined, { signal: waiting.signal }).catch(() => undefined)]);
      waiting.abort();
    },
    resume: () => {
      const open = database.rows('SELECT id FROM jobs WHERE status <= ? AND unsolvable = 0', jobStates.translating);
      for (const { id } of open) void enqueue(Number(id));
    },
    stop: async () => {
      ending.abort();
      await last;
    },
  };
};
