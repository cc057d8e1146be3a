import { systemContext } from '@almanac/content-model';
import { toWallClock } from '@almanac/dates';
import { type Commands, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { runAll } from '@almanac/messaging';
import type { Calendar } from '../calendar.ts';
import { type Occurrence, type SeriesState, seriesAggregate, seriesCollection } from '../events/seriesAggregate.ts';
import { furtherStarts, horizonOf, nextDue } from './horizon.ts';
import { finishGroup } from './seriesGroups.ts';
import { finishSeries, writeOccurrences } from './writeOccurrences.ts';

const AT_ONCE = 20;

/** Makes the occurrences of a series, and of its translations, that have come within the horizon. */
const extend = async (unit: UnitOfWork, calendar: Calendar, id: number): Promise<void> => {
  const series = await unit.load(seriesAggregate, id);
  const now = calendar.now();
  if (series.deleted || series.dueUtc === null || series.dueUtc > toWallClock(now.getTime(), 'UTC')) return;
  const horizon = horizonOf(calendar);
  const added: Occurrence[] = [];
  for (const start of furtherStarts(series, horizon, now)) added.push([start, await calendar.numbers.next('records')]);
  const dueUtc = await nextDue(series, [...series.occurrences, ...added], horizon, now);
  await unit.append(seriesAggregate, id, [{ type: 'SeriesExtended', data: { added, dueUtc } }]);
  for (const translation of Object.values(series.translations)) {
    const versions: Occurrence[] = [];
    for (const [start] of added) versions.push([start, await calendar.numbers.next('records')]);
    await unit.append(seriesAggregate, translation, [
      { type: 'SeriesExtended', data: { added: versions, dueUtc: null } },
    ]);
  }
  await writeOccurrences(unit, calendar, id);
};

/**
 * Returns a function that makes the occurrences that have come within the horizon, and goes on with changes of series
 * whose process has ended: those that stand still from one call to the next.
 */
export const dueSeries = (calendar: Calendar, commands: Commands): (() => Promise<void>) => {
  const { documents, now } = calendar;
  let unfinished = new Map<number, number>();
  const contextOf = ({ id, language }: SeriesState, cause: string) => systemContext(language, `series-${id}-${cause}`);
  const extendDue = async (): Promise<void> => {
    const at = now();
    const filter = { field: 'dueUtc', to: toWallClock(at.getTime(), 'UTC') };
    const order = [{ field: 'dueUtc', direction: 'asc' }] as const;
    const due = await documents.find<SeriesState>(seriesCollection, { filter, order, limit: AT_ONCE });
    await runAll(
      due.map((series) => async () => {
        const { id } = series;
        const context = contextOf(series, `due-${at.toISOString()}`);
        await commands.run(context, (unit) => extend(unit, calendar, id), {
          mutexKeys: [streamOf(seriesAggregate, id)],
        });
        await finishGroup(calendar, { commands, context }, id);
      }),
    );
  };
  const continueChanges = async (): Promise<void> => {
    const filter = { field: 'hasTasks', equals: true };
    const found = await documents.find<SeriesState>(seriesCollection, { filter, limit: AT_ONCE });
    const still = found.filter(({ id, version }) => unfinished.get(id) === version);
    unfinished = new Map(found.map(({ id, version }) => [id, version]));
    await runAll(
      still.map((series) => () => {
        const context = contextOf(series, `rest-${series.version}`);
        return finishSeries(calendar, { commands, context }, series.id);
      }),
    );
  };
  return () => runAll([extendDue, continueChanges]);
};
