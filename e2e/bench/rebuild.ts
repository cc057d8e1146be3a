import { rebuildDocuments } from '@almanac/event-sourcing';
import { openServices } from '@almanac/infra/service-data';
import { median } from './measure.ts';
import { perSecond, report, section } from './report.ts';

/** Rebuilds the calendar's documents from the log that the HTTP benchmark has left in the folder. */
export const benchRebuild = async (folder: string): Promise<void> => {
  section('Rebuilding all documents of the calendar from its log');
  const [calendar] = openServices(folder, ['calendar']);
  if (calendar === undefined) throw new Error('the calendar has no data');
  const run = await median(
    3,
    ({ rate }) => rate,
    async () => {
      const begun = performance.now();
      const { events, commits } = await rebuildDocuments(calendar);
      return { events, commits, rate: (events / (performance.now() - begun)) * 1_000 };
    },
  );
  calendar.close();
  report({
    what: `${run.events.toLocaleString('en-US')} events of ${run.commits.toLocaleString('en-US')} commits`,
    figure: `${perSecond(run.rate)}`,
    goal: '≥ 50,000/s',
    reached: run.rate >= 50_000,
  });
};
