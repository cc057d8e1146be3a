import { setTimeout as pause } from 'node:timers/promises';
import type { Outgoing } from '@almanac/outgoing';
import type { Log } from '@almanac/service';
import type { Database } from './database.ts';

const LOOKS_EVERY = 500;
const TIMEOUT_MS = 30_000;
const AGAIN_AFTER = [5_000, 30_000, 300_000, 1_800_000];

export interface CallbackPorts {
  readonly database: Database;
  readonly outgoing: Outgoing;
  readonly now: () => number;
  readonly log: Log;
}

/** Notifies sites of finished jobs, at the jobs' callback addresses. */
export interface Callbacks {
  /** Queues the callback of a finished job, if the job has one. */
  due(id: number): void;
  run(): void;
  stop(): Promise<void>;
}

export const createCallbacks = ({ database, outgoing, now, log }: CallbackPorts): Callbacks => {
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const settle = (id: number, tries: number, again: number | undefined): void =>
    database.run(
      'UPDATE jobs SET callback_at = ?, callback_tries = ? WHERE id = ?',
      again === undefined ? null : now() + again,
      tries,
      id,
    );

  const tell = async ({ id, callback, callback_tries: tried }: Record<string, unknown>): Promise<void> => {
    const [job, tries] = [Number(id), Number(tried) + 1];
    try {
      const { status, headers } = await outgoing.fetch(String(callback), {
        timeout: TIMEOUT_MS,
        maxBytes: 64 * 1024,
        cut: true,
      });
      const wanted = Number(headers['retry-after']) * 1_000;
      const again = Number.isFinite(wanted) ? wanted : AGAIN_AFTER[tries - 1];
      settle(job, tries, wantsAgain(status) && tries <= AGAIN_AFTER.length ? again : undefined);
    } catch (error) {
      log.warn({ job, error }, 'a site could not be notified of a job');
      settle(job, tries, AGAIN_AFTER[tries - 1]);
    }
  };

  const look = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const due = database.rows('SELECT * FROM jobs WHERE callback_at <= ? ORDER BY callback_at LIMIT 10', now());
      await Promise.all(due.map(tell));
      if (due.length > 0) continue;
      await pause(LOOKS_EVERY, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  };

  return {
    due: (id) => database.run('UPDATE jobs SET callback_at = ? WHERE id = ? AND callback IS NOT NULL', now(), id),
    run: () => {
      running = look();
    },
    stop: async () => {
      ending.abort();
      await running;
    },
  };
};

/** True if the callback is to be retried: for 408, 423, 425, 429 and server errors; other errors are final. */
const wantsAgain = (status: number): boolean => status >= 500 || [408, 423, 425, 429].includes(status);
