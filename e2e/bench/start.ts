import { startSite } from '../site.ts';
import { median } from './measure.ts';
import { megabytesOf } from './memory.ts';
import { report, section } from './report.ts';

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
      const megabytes = megabytesOf(site.process.pid as number);
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
