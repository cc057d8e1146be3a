import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countWaiting, listGivenUp, type WantedEffect } from '@almanac/effects';
import { readCheckpoint } from '@almanac/messaging';
import { type OpenedLog, openLog } from './openLog.ts';
import { type Arrival, type Receiver, startReceiver } from './receiver.ts';

/** Number of effects: ten thousand in the long form. */
const EFFECTS = process.env.LONG === undefined ? 500 : 10_000;
const KEYS = 50;
/** Key that the receiver never accepts; each of its effects has a deadline. */
const LATE = 20;

const wanted = (turn: number, key: number): WantedEffect => ({
  type: 'call',
  receiver: `receiver-${key % 5}`,
  key: `key-${key}`,
  data: { turn },
});

const appendAll = async ({ store }: OpenedLog): Promise<void> => {
  const append = async (stream: string, wishes: readonly WantedEffect[]): Promise<void> => {
    const id = randomUUID();
    const events = wishes.map((data, index) => ({ stream, version: index + 1, type: 'Wished', data }));
    const meta = { principal: 'system', language: 'en', correlation: id, causation: id } as const;
    await store.append({ events, meta: { ...meta, id, at: new Date().toISOString() } });
  };
  const until = new Date(Date.now() + 1_500).toISOString();
  for (let turn = 0; turn < LATE; turn++) {
    const late = { type: 'call', receiver: 'receiver-0', key: 'late', data: { turn, never: true }, until };
    await append(`late-${turn}`, [late]);
  }
  for (let turn = 0; turn < EFFECTS / KEYS; turn++) {
    await append(
      `turn-${turn}`,
      Array.from({ length: KEYS }, (_, key) => wanted(turn, key)),
    );
  }
};

/** Kills a worker and starts the next one before it has ended, until no effect is left. */
const workAndKill = async (location: string, receiver: Receiver, log: OpenedLog): Promise<number> => {
  const start = async (): Promise<ChildProcess> => {
    const worker = fork(new URL('worker.ts', import.meta.url), [location, receiver.address]);
    await once(worker, 'message');
    return worker;
  };
  const isDone = async (): Promise<boolean> => {
    const { position } = await readCheckpoint(log.entries, 'misc.effects/misc');
    return position === (await log.store.last()) && (await countWaiting(log.entries)) === 0;
  };
  let killed = 0;
  for (let worker = await start(); ; killed++) {
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1_000));
    const next = await start();
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    await ended;
    worker = next;
    if (!(await isDone())) continue;
    const last = once(worker, 'exit');
    worker.kill('SIGKILL');
    await last;
    return killed + 1;
  }
};

/** Returns the turns of a key in the order of their first acceptance. */
const takenOf = (arrivals: readonly Arrival[], key: string): number[] => [
  ...new Set(arrivals.filter((each) => each.taken && each.key === key).map(({ turn }) => turn)),
];

const shownOn = (engine: string, locationOf: () => string): void => {
  it(`does ${EFFECTS} effects at least once, in order within a key, and none after it was given up (${engine})`, async () => {
    const [location, receiver] = [locationOf(), await startReceiver()];
    const log = await openLog(location);
    await appendAll(log);
    const begun = performance.now();
    const killed = await workAndKill(location, receiver, log);
    const took = performance.now() - begun;
    const { arrivals } = receiver;
    const turns = Array.from({ length: EFFECTS / KEYS }, (_, turn) => turn);
    for (let key = 0; key < KEYS; key++) expect(takenOf(arrivals, `/receiver-${key % 5}/key-${key}`)).toEqual(turns);
    const givenUp = new Map((await listGivenUp(log.entries)).map(({ id, at }) => [id, Date.parse(at)]));
    expect(givenUp.size).toBe(LATE);
    expect(arrivals.filter(({ id, at }) => at > (givenUp.get(id) ?? Number.POSITIVE_INFINITY))).toEqual([]);
    const taken = arrivals.filter((each) => each.taken).length;
    console.log(
      `${engine}: ${EFFECTS} effects in ${Math.round(took)} ms, ${killed} workers killed, ${arrivals.length} arrivals, ${taken - EFFECTS} taken again`,
    );
    expect(killed).toBeGreaterThan(0);
    await log.close();
    await receiver.close();
  }, 600_000);
};

describe('kill -9 of workers that do outside effects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-effects-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  shownOn('SQLite, on embedded', () => join(folder, 'misc.sqlite'));
});
