import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@almanac/testing';
import { type Answer, request } from '../../site.ts';

/** What was acknowledged to the writers, and which failures they met. */
export interface Written {
  /** The ids of acknowledged events by their titles. */
  readonly acknowledged: Map<string, number>;
  /** Tries that were not answered, or with 503, and then made again under the same key. */
  refused: number;
  /**
   * Titles of events that may or may not be written: their key is open, since the process that worked on it was killed.
   */
  readonly open: string[];
  /** Answers that no client should get. */
  readonly wrong: string[];
}

export interface Load {
  readonly written: Written;
  /** Resolves once that many more events are acknowledged than now. */
  more(count: number): Promise<void>;
  /** Lets each writer finish what it is at: its event is written, whatever it takes. */
  stop(): Promise<Written>;
}

/** Longer than the key of a writer that was killed is held (5 s), also where the machine is busy. */
const GIVE_UP = 120_000;
/** Milliseconds between two events of a writer: the MongoDB stand-in scans all of its documents for each. */
const REST = 120;

type Ids = { readonly id: number };

/** One event, tried under one key until it is acknowledged. */
const writeOne = async (root: string, title: string, written: Written): Promise<void> => {
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

/** No answer, 503, or 409 while the first try under the key is still at work. */
const isRefusal = (answer: Answer<Ids> | undefined): boolean =>
  answer === undefined || answer.status === 503 || answer.status === 409;

/** Starts writers that write events one after another through the gateways. */
export const startLoad = (origin: string, writers = 3): Load => {
  const written: Written = { acknowledged: new Map(), refused: 0, open: [], wrong: [] };
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
