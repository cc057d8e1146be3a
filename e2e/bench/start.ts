import { readFileSync } from 'node:fs';
import { startSite } from '../site.ts';
import { median } from './measure.ts';
import { report, section } from './report.ts';

const residentMegabytes = (pid: number): number => {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
};

/** Time from the command to the first answer on an empty site, and the memory it then has. */
export const benchStart = async (): Promise<void> => {
  section('Starting an empty site');
  const run = await median(
    3,
    ({ seconds }) => seconds,
    async () => {
      const begun = performance.now();
      const site = await startSite();
      const seconds = (performance.now() - begun) / 1_000;
      const megabytes = residentMegabytes(site.process.pid as number);
      await site.stop();
      return { seconds, megabytes };
    },
  );
  report({ what: 'first answer', figure: `${run.seconds.toFixed(2)} s`, goal: '≤ 3 s', reached: run.seconds <= 3 });
  report({
    what: 'memory',
    figure: `${Math.round(run.megabytes)} MB`,
    goal: '≤ 300 MB',
    reached: run.megabytes <= 300,
  });
};
