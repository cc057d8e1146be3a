import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@almanac/testing';
import { type Answer, request } from '../../site.ts';

/** Acknowledged writes, and the failures that the writers met. */
export interface WriteOutcomes {
  /** Ids of acknowledged events by title. */
  readonly acknowledged: Map<string, number>;
  /** Attempts without an answer, or with 503 or 409, that were retried under the same key. */
  refused: number;
  /** Titles of events with unknown outcome: the process that held their key was killed. */
  readonly open: string[];
  /** Answers that no client may get. */
  readonly wrong: string[];
}

export interface Load {
  readonly written: WriteOutcomes;
  /** Resolves when `count` more events are acknowledged, or an answer is wrong. */
  more(count: number): Promise<void>;
  /** Stops the writers; each first finishes its current event, with all retries. */
  stop(): Promise<WriteOutcomes>;
}

/** Milliseconds until a writer gives up; longer than a killed process holds a key (5 s), even on a busy machine. */
const GIVE_UP = 120_000;
/** Milliseconds between two events of a writer; the MongoDB stand-in scans all documents for each event. */
const REST = 120;

type Ids = { readonly id: number };

/** Writes one event; retries under the same key until it is acknowledged. */
const writeOne = async (root: string, title: string, written: WriteOutcomes): Promise<void> => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { title, start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };
  let last: Answer<Ids> | undefined;
  for (const until = Date.now() + GIVE_UP; Date.now() < until; await pause(100)) {
    const path = '/cal/events/v1/events';
    last = await request<Ids>(root, 'POST', path, { as: 'admin', body, headers }).catch((): undefined => undefined);
    if (last?.status === 201) return void written.acknowledged.set(title, last.body.id);
    if (!isRefusal(last)) return void written.wrong.push(`${title}: ${last?.status} ${JSON.stringify(last?.body)}`);
    written.refused++;
  }
  if (last?.status === 409) written.open.push(title);
  else written.wrong.push(`${title}: ${last?.status ?? 'no answer'} to the last try`);
};

/** True for no answer, 503, or 409 while the first request under the key is still running. */
const isRefusal = (answer: Answer<Ids> | undefined): boolean =>
  answer === undefined || answer.status === 503 || answer.status === 409;

/** Answers to reads of a load. */
interface ReadOutcomes {
  readonly answered: number;
  /** Answers other than 200, and requests without an answer. */
  readonly failed: readonly string[];
}

/** Starts a reader with the account `admin` that reads an address through the gateways; `stop` returns its outcomes. */
export const startReads = (origin: string, path = '/core/v2/users/me'): { stop(): Promise<ReadOutcomes> } => {
  const reads = { answered: 0, failed: [] as string[] };
  let stopped = false;
  const read = async (): Promise<void> => {
    while (!stopped) {
      const answer = await request(`${origin}/en/json`, 'GET', path, { as: 'admin' }).catch(String);
      if (typeof answer === 'string' || answer.status !== 200) reads.failed.push(JSON.stringify(answer));
      else reads.answered++;
      await pause(20);
    }
  };
  const reading = read();
  return {
    stop: async () => {
      stopped = true;
      await reading;
      return reads;
    },
  };
};

/** Starts writers that write events one after another through the gateways. */
export const startLoad = (origin: string, writers = 3): Load => {
  const written: WriteOutcomes = { acknowledged: new Map(), refused: 0, open: [], wrong: [] };
  const run = randomUUID().slice(0, 6);
  let stopped = false;
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; !stopped; turn++) {
      await writeOne(`${origin}/en/json`, `Load ${run} ${writer} ${turn}.`, written);
      await pause(REST);
    }
  };
  const working = Array.from({ length: writers }, (_, writer) => write(writer));
  return {
    written,
    more: (count) => {
      const target = written.acknowledged.size + count;
      return eventually(() => written.acknowledged.size >= target || written.wrong.length > 0);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(working);
      return written;
    },
  };
};
