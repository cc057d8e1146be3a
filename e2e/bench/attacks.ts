import { mkdirSync, readFileSync } from 'node:fs';
import { READ_LIST, startAttackedSite, type WatchedAttackedSite } from '../hostile/attackedSite.ts';
import { startAttackers } from '../hostile/attackers.ts';
import { type Attack, attacks } from '../hostile/attacks.ts';
import { ask } from './client.ts';
import { closedLoop, median, percentilesOf } from './measure.ts';
import { loopTimeOf } from './processTime.ts';
import { megabytes, ms, report, section } from './report.ts';

/** Milliseconds of processor time for which one request may block the event loop. */
const MAX_HELD_MS = 50;
const MAX_P99_MS = 300;
const ATTACKERS = 8;
/** Minutes for which attackers send. */
const MINUTES = Number(process.env.MINUTES ?? 10);

/** The attacks to measure one by one, by their names; default all. */
const REQUESTS = new RegExp(process.env.REQUESTS ?? '');

const measureHeld = async (site: WatchedAttackedSite, { send }: Attack): Promise<number> =>
  median(
    3,
    (held) => held,
    async () => {
      await site.worked();
      await send(site);
      return (await site.worked()).longest;
    },
  );

const reportEach = async (site: WatchedAttackedSite): Promise<void> => {
  for (const attack of attacks.filter(({ name }) => REQUESTS.test(name))) {
    const held = await measureHeld(site, attack);
    report({ what: attack.name, figure: ms(held), goal: `≤ ${MAX_HELD_MS} ms`, reached: held <= MAX_HELD_MS });
  }
};

const peakMegabytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

const reportReader = async (site: WatchedAttackedSite): Promise<void> => {
  const pid = site.process.pid ?? 0;
  const loopTimes: number[] = [];
  const read = async (): Promise<void> => {
    const begun = loopTimeOf(pid);
    await ask(site.root + READ_LIST);
    loopTimes.push(loopTimeOf(pid) - begun);
  };
  const alone = await closedLoop({ width: 1, ms: 5_000 }, read);
  loopTimes.length = 0;
  const attackers = startAttackers(site, ATTACKERS);
  const beside = await closedLoop({ width: 1, ms: MINUTES * 60_000 }, read).finally(() => attackers.stop());
  report({
    what: `p99 of a list of ten events beside ${ATTACKERS} attackers for ${MINUTES} minutes`,
    figure: ms(beside.p99),
    against: `alone ${ms(alone.p99)}`,
    goal: `≤ ${MAX_P99_MS} ms`,
    reached: beside.p99 <= MAX_P99_MS,
  });
  report({
    what: 'p99 of the processor time that the loop used during such a read, which other processes do not change',
    figure: ms(percentilesOf(loopTimes).p99),
    goal: `≤ ${MAX_P99_MS} ms`,
    reached: percentilesOf(loopTimes).p99 <= MAX_P99_MS,
  });
  report({ what: 'highest memory of the site', figure: megabytes(peakMegabytes(pid)) });
};

/** Measures how long each known attack blocks the loop, and the latency of a reader beside attackers. */
export const benchAttacks = async (folder: string): Promise<void> => {
  section('Attacks on a site (one process)');
  mkdirSync(folder, { recursive: true });
  const site = await startAttackedSite(folder);
  try {
    await reportEach(site);
    await reportReader(site);
    const begun = performance.now();
    await site.stop();
    report({ what: 'from SIGTERM to the end of the process', figure: ms(performance.now() - begun) });
  } finally {
    await site.stop();
  }
};
