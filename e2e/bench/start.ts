import { spawnSync } from 'node:child_process';
import { startSite } from '../site.ts';
import { median } from './measure.ts';
import { megabytesOf } from './memory.ts';
import { processTimeOf } from './processTime.ts';
import { megabytes, ms, report, section } from './report.ts';

/** Number of processes that do nothing; one alone takes only a few ticks of the system's clock. */
const EMPTY_PROCESSES = 20;
/** Maximum processor time until the first answer, as a multiple of that of `node -e 0`. */
const MAX_MULTIPLE = 45;

/** Returns the mean processor time of `node -e 0` in milliseconds. */
const emptyProcessTime = (): number => {
  const loop = `for (let n = 0; n < ${EMPTY_PROCESSES}; n++) require('node:child_process').spawnSync(process.execPath, ['-e', '0']);
const { readFileSync } = require('node:fs');
const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
console.log((Number(fields[13]) + Number(fields[14])) * 10);`;
  return Number(spawnSync(process.execPath, ['-e', loop], { encoding: 'utf8' }).stdout) / EMPTY_PROCESSES;
};

/** Measures the time and the processor time from the command to the first answer on an empty site, and its memory then. */
export const benchStart = async (): Promise<void> => {
  section('Starting an empty site');
  const run = await median(
    3,
    ({ ratio }) => ratio,
    async () => {
      const empty = emptyProcessTime();
      const begun = performance.now();
      const site = await startSite();
      const seconds = (performance.now() - begun) / 1_000;
      const pid = Number(site.process.pid);
      const [held, cpu] = [megabytesOf(pid), processTimeOf(pid)];
      await site.stop();
      return { seconds, held, cpu, empty, ratio: cpu / empty };
    },
  );
  report({ what: 'first answer', figure: `${run.seconds.toFixed(2)} s`, goal: '≤ 3 s', reached: run.seconds <= 3 });
  report({
    what: 'processor time until the first answer against node -e 0',
    figure: ms(run.cpu),
    against: ms(run.empty),
    ratio: run.ratio,
    goal: `≤ ${MAX_MULTIPLE}`,
    reached: run.ratio <= MAX_MULTIPLE,
    before: '95 ×',
  });
  report({
    what: 'memory',
    figure: megabytes(run.held),
    goal: '≤ 300 MB',
    reached: run.held <= 300,
  });
};
