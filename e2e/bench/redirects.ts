import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { RuleSet } from '@almanac/redirects';
import { median } from './measure.ts';
import { rawLoad } from './rawLoad.ts';
import { type RuleKind, ruleNumbered, visitNumbered } from './redirectRules.ts';
import type { ServerKind } from './redirectServers.ts';
import { perSecond, report, section } from './report.ts';

const WIDTH = 16;
const WARM_MS = 3_000;
const RUN_MS = 1_000;
/** Number of short runs of each server in turn, since the machine's speed varies. */
const RUNS = 11;

interface Server {
  readonly port: number;
  /** Memory of its rules in bytes. */
  readonly bytes: number;
  /** Returns the processor time so far in microseconds. */
  cpu(): Promise<number>;
  stop(): void;
}

const start = async (kind: ServerKind): Promise<Server> => {
  const child: ChildProcess = fork(new URL('redirectServers.ts', import.meta.url), {
    stdio: 'inherit',
    execArgv: ['--expose-gc'],
  });
  child.send(kind);
  const [{ port, bytes }] = (await once(child, 'message')) as [{ port: number; bytes: number }];
  const cpu = async (): Promise<number> => {
    child.send('cpu');
    const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
    return user + system;
  };
  return { port, bytes, cpu, stop: () => child.kill() };
};

interface Figures {
  readonly perSecond: number;
  /** Processor time of a request in microseconds. */
  readonly cpu: number;
}

const measure = async ({ port, cpu }: Server, next: () => string, ms: number): Promise<Figures> => {
  const before = await cpu();
  const { perSecond: rate, count } = await rawLoad({ port, width: WIDTH, ms, next, expected: 'HTTP/1.1 301' });
  return { perSecond: rate, cpu: ((await cpu()) - before) / count };
};

const visitsOf = (kind: RuleKind, rules: number): (() => string) => {
  const addresses = Array.from({ length: 20_000 }, () => visitNumbered(kind, 1 + Math.floor(Math.random() * rules)));
  let turn = 0;
  return () => addresses[turn++ % addresses.length] as string;
};

const benchEdge = async (kind: RuleKind, rules: number, isGoal: boolean): Promise<void> => {
  const sink = await start({ as: 'sink' });
  const [bare, edge] = await Promise.all([
    start({ as: 'bare' }),
    start({ as: 'gateway', kind, rules, sink: `http://127.0.0.1:${sink.port}` }),
  ]);
  try {
    const next = visitsOf(kind, rules);
    const both = async (ms: number) => ({ limit: await measure(bare, next, ms), ours: await measure(edge, next, ms) });
    await both(WARM_MS);
    const { limit, ours } = await median(
      RUNS,
      (run) => run.ours.perSecond / run.limit.perSecond,
      () => both(RUN_MS),
    );
    const [ratio, cpu] = [ours.perSecond / limit.perSecond, ours.cpu / limit.cpu];
    report({
      what: `${rules.toLocaleString('en-US')} rules (${kind}), each visit counted and recorded, ${WIDTH} in flight`,
      figure: `${perSecond(ours.perSecond)}, ${ours.cpu.toFixed(1)} µs of processor (${cpu.toFixed(2)} × bare)`,
      against: `bare node:http ${perSecond(limit.perSecond)}, ${limit.cpu.toFixed(1)} µs`,
      ratio,
      ...(isGoal && { goal: '≥ 0.8, and processor ≤ 1.6 × bare', reached: ratio >= 0.8 && cpu <= 1.6 }),
    });
    const megabytes = edge.bytes / 2 ** 20;
    report({
      what: `memory of ${rules.toLocaleString('en-US')} rules (${kind})`,
      figure: `${megabytes.toFixed(1)} MB, ${Math.round(edge.bytes / rules)} bytes a rule`,
      ...(rules === 100_000 && { goal: '≤ 60 MB', reached: megabytes <= 60 }),
    });
  } finally {
    for (const server of [sink, bare, edge]) server.stop();
  }
};

/** Measures the processor time of one look-up and its decision, in this process. */
const benchLookup = async (kind: RuleKind, rules: number): Promise<void> => {
  const set = new RuleSet();
  set.putGroup({ id: 1, module_id: 1, enabled: true });
  for (let n = 1; n <= rules; n++) set.put(ruleNumbered(kind, n));
  const next = visitsOf(kind, rules);
  const visit = {
    origin: 'http://example.org',
    host: 'example.org',
    headers: {},
    ip: '',
    now: new Date(),
    rightAddress: (address: string) => address,
  };
  const run = (times: number, address: () => string): number => {
    const before = process.cpuUsage();
    for (let turn = 0; turn < times; turn++) {
      const target = address();
      set.decide(set.find(target), { ...visit, target });
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / times;
  };
  run(20_000, next);
  const hit = await median(
    3,
    (value) => value,
    async () => run(20_000, next),
  );
  const miss = await median(
    3,
    (value) => value,
    async () => run(20_000, () => `${next()}x/none`),
  );
  const figure = `${hit.toFixed(1)} µs where one matches, ${miss.toFixed(1)} µs where none does`;
  const isPattern = kind !== 'exact';
  report({
    what: `a look-up among ${rules.toLocaleString('en-US')} rules (${kind}), all of them hit`,
    figure,
    ...(isPattern && { goal: '≤ 20 µs', reached: hit <= 20 && miss <= 20 }),
  });
};

/** Compares redirects at the gateway with bare node:http answering 301 in the same run. */
export const benchRedirects = async (): Promise<void> => {
  section('Redirects at the gateway');
  await benchLookup('exact', 100_000);
  await benchLookup('prefix', 1_000);
  await benchLookup('inner', 1_000);
  await benchEdge('exact', 100, true);
  await benchEdge('exact', 100_000, true);
  await benchEdge('prefix', 1_000, false);
  await benchEdge('inner', 1_000, false);
};
