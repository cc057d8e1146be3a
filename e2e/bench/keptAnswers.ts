import { setTimeout as pause } from 'node:timers/promises';
import { World } from '../faults/native/world.ts';
import { credentials } from '../site.ts';
import { ask } from './client.ts';
import { percentilesOf } from './measure.ts';
import { ms, perSecond, report, section } from './report.ts';

const EVENTS = '/cal/events/v1/events';
const RECORDS = 20;
const WRITES_PER_SECOND = 10;
const READS_PER_SECOND = 500;
const RUN_MS = 20_000;
const USES = ['hit', 'miss', 'joined'] as const;

/** A write of an event; its title has the number of the write. */
interface TitleWrite {
  readonly number: number;
  /** The time of its answer. */
  readonly at: number;
}

interface Measurement {
  /** Milliseconds since the first write that a read should have shown and did not; 0 for a read that showed all. */
  readonly staleness: number[];
  readonly times: number[];
  failed: number;
}

/** Works at a rate, whether earlier work has ended or not; resolves when all work has ended. */
const atRate = async (perSecond: number, work: (turn: number) => Promise<void>): Promise<void> => {
  const begun = performance.now();
  const running = new Set<Promise<void>>();
  for (let turn = 0; performance.now() - begun < RUN_MS; turn++) {
    const one: Promise<void> = work(turn).finally(() => running.delete(one));
    running.add(one);
    await pause(Math.max(0, begun + ((turn + 1) * 1_000) / perSecond - performance.now()));
  }
  await Promise.all(running);
};

const send = (root: string, path: string, body: object, method = 'PUT', status = 200): Promise<string> =>
  ask(root + path, {
    method,
    status,
    headers: { authorization: credentials('admin'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const titleOf = (write: number): string => `Write ${write}`;
const numberIn = ({ title }: { readonly title: string }): number => Number(title.slice(titleOf(0).length - 1));

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

const createRecords = async (root: string): Promise<readonly number[]> => {
  const ids: number[] = [];
  const dates = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00', status: 'publish' };
  for (let record = 0; record < RECORDS; record++) {
    const created = await send(root, EVENTS, { title: titleOf(0), ...dates }, 'POST', 201);
    ids.push(JSON.parse(created).id);
  }
  return ids;
};

const usesOf = async (world: World): Promise<number[]> =>
  Promise.all(
    USES.map(async (use) => {
      const name = `almanac_kept_answers_total{cache="${use}"`;
      const figures = await Promise.all(world.replicas('gateway').map((part) => world.figure(part, name)));
      return figures.reduce<number>((sum, figure = 0) => sum + figure, 0);
    }),
  );

/** Writes and reads through all gateways in turns. */
const run = async (roots: readonly string[], ids: readonly number[]): Promise<Measurement> => {
  const written = new Map<number, TitleWrite[]>(ids.map((id) => [id, []]));
  const measured: Measurement = { staleness: [], times: [], failed: 0 };
  const rootAt = (turn: number): string => roots[turn % roots.length] ?? '';
  // each record is written by one gateway after the other, in the order of the numbers, and read by all
  const last = new Map<number, Promise<void>>();
  const write = async (id: number, turn: number, before: Promise<void> | undefined): Promise<void> => {
    await before;
    await send(rootAt(turn), `${EVENTS}/${id}`, { title: titleOf(turn + 1) });
    written.get(id)?.push({ number: turn + 1, at: performance.now() });
  };
  const writing = atRate(WRITES_PER_SECOND, (turn) => {
    const id = ids[turn % ids.length] ?? 0;
    const next = write(id, turn, last.get(id));
    last.set(id, next);
    return next;
  });
  const reading = atRate(READS_PER_SECOND, async (turn) => {
    const id = ids[Math.floor(Math.random() * ids.length)] ?? 0;
    const begun = performance.now();
    try {
      const shown = numberIn(JSON.parse(await ask(`${rootAt(turn)}${EVENTS}/${id}`)));
      measured.times.push(performance.now() - begun);
      const missed = (written.get(id) ?? []).find(({ number, at }) => number > shown && at < begun);
      measured.staleness.push(missed === undefined ? 0 : begun - missed.at);
    } catch {
      measured.failed += 1;
    }
  });
  await Promise.all([writing, reading]);
  return measured;
};

/** Measures hits and staleness of answers in memory on MongoDB and Kafka, with two replicas of each part. */
export const benchKeptAnswers = async (): Promise<void> => {
  section(`Answers in the memory of two gateways, ${WRITES_PER_SECOND} writes and ${READS_PER_SECOND} reads a second`);
  const world = await World.start({ replicas: { gateway: 2, core: 2, calendar: 2 } });
  try {
    const roots = world.replicas('gateway').map(({ address }) => `${address}/en/json`);
    const ids = await createRecords(roots[0] ?? '');
    const before = await usesOf(world);
    const { staleness, times, failed } = await run(roots, ids);
    const [hit = 0, miss = 0, joined = 0] = (await usesOf(world)).map((use, at) => use - (before[at] ?? 0));
    const all = hit + miss + joined;
    report({ what: 'reads answered', figure: `${perSecond((times.length * 1_000) / RUN_MS)}, ${failed} failed` });
    report({ what: 'answered from memory', figure: `${percent(hit, all)}, joined ${percent(joined, all)}` });
    const { p50, p99 } = percentilesOf(staleness);
    const most = Math.max(...staleness);
    report({
      what: 'staleness',
      figure: `p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(most)}; ${staleness.filter((each) => each > 0).length} of ${staleness.length} reads`,
      goal: 'at most 300 ms',
      reached: most <= 300,
    });
    const latency = percentilesOf(times);
    report({ what: 'time of a read', figure: `p50 ${ms(latency.p50)}, p99 ${ms(latency.p99)}` });
  } finally {
    await world.stop();
  }
};
