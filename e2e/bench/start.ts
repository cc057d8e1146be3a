import { startSite } from '../site.ts';
import { median } from './measure.ts';
import { megabytesOf } from './memory.ts';
import { megabytes, report, section } from './report.ts';

/** Measures the time from the command to the first answer on an empty site, and its memory then. */
export const benchStart = async (): Promise<void> => {
  section('Starting an empty site');
  const run = await median(
    3,
    ({ seconds }) => seconds,
    async () => {
      const begun = performance.now();
      const site = await startSite();
      const seconds = (performance.now() - begun) / 1_000;
      const held = megabytesOf(site.process.pid as number);
      await site.stop();
      return { seconds, held };
    },
  );
  report({ what: 'first answer', figure: `${run.seconds.toFixed(2)} s`, goal: '≤ 3 s', reached: run.seconds <= 3 });
  report({
    what: 'memory',
    figure: megabytes(run.held),
    goal: '≤ 300 MB',
    reached: run.held <= 300,
  });
};
