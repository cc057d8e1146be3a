import { toWallClock } from '@almanac/dates';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import {
  type Occurrence,
  type OccurrenceTask,
  type SeriesPlan,
  type SeriesState,
  seriesAggregate,
} from '../events/seriesAggregate.ts';
import { type ImportedChange, occurrencesFrom, type Planning, planImport } from './planSeries.ts';
import { appendChanges, appendEarlierParts, leaveGroup, planGroup, requireWrittenGroup } from './seriesGroups.ts';
import { requireUnmoved } from './seriesSelection.ts';
import { writeOccurrences } from './writeOccurrences.ts';

/** Returns the events among some that an importer may move to the trash. */
export type RemovableEvents = (ids: readonly number[]) => Promise<ReadonlySet<number>>;

interface ImportSubject {
  readonly selected: SeriesState;
  readonly change: ImportedChange;
  /** Further events that become occurrences, by their starts. */
  readonly existing: ReadonlyMap<string, number>;
  readonly removable: RemovableEvents;
}

/**
 * Changes a series, and the dates of its group, as a calendar file does. Of the occurrences whose start vanishes, those
 * that the importer may remove go to the trash. Returns undefined if nothing changes.
 * @throws SeriesMovedError; DomainError 400
 */
export const changeImported = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { selected, change, existing, removable }: ImportSubject,
  planning: Planning,
): Promise<SeriesPlan | undefined> => {
  const series = await requireUnmoved(unit, selected);
  const group = await requireWrittenGroup(unit, series);
  const planned = await planImport(series, change, existing, planning);
  if (planned === undefined) return undefined;
  const vanishing = planned.after.tasks.filter(({ does }) => does === 'trash');
  const removed = await removable(vanishing.map(({ id }) => id));
  const staying = new Set(vanishing.flatMap(({ id, start }) => (removed.has(id) ? [] : [start])));
  const leaves = ({ start, does }: OccurrenceTask): boolean => does !== 'trash' || !staying.has(start);
  const changes = await planGroup({ series, group, ...planned }, planning);
  const left = changes.map(({ data, ...change }) => ({
    ...change,
    data: { ...data, tasks: data.tasks.filter(leaves) },
  }));
  const [first = series.id] = await appendChanges(unit, left);
  await writeOccurrences(unit, calendar, first);
  return { ...planned.after, tasks: planned.after.tasks.filter(leaves) };
};

interface EndingSeries {
  readonly selected: SeriesState;
  /** True if its later occurrences go to the trash; else it only makes no further ones. */
  readonly trashes: boolean;
  readonly removable: RemovableEvents;
}

/**
 * Ends a series that a calendar file has no longer, and moves its later occurrences to the trash. A series without an
 * earlier occurrence is deleted. Returns the removed occurrences.
 * @throws SeriesMovedError
 */
export const endImported = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { selected, trashes, removable }: EndingSeries,
): Promise<readonly Occurrence[]> => {
  const series = await requireUnmoved(unit, selected);
  const group = await requireWrittenGroup(unit, series);
  const clock = toWallClock(calendar.now().getTime(), series.timezone);
  const split = trashes ? series.occurrences.find(([start]) => start > clock)?.[0] : undefined;
  if (split === undefined) {
    const stops = series.dueUtc !== null;
    if (stops) await unit.append(seriesAggregate, series.id, [{ type: 'SeriesChanged', data: { dueUtc: null } }]);
    return [];
  }
  const later = occurrencesFrom(series, split);
  const ids = await removable(later.map(([, id]) => id));
  const removed = later.filter(([, id]) => ids.has(id));
  const starts = new Set(removed.map(([start]) => start));
  const tasksOf = (each: SeriesState): OccurrenceTask[] =>
    occurrencesFrom(each, split)
      .filter(([start]) => starts.has(start))
      .map(([start, id]) => ({ id, start, does: 'trash' }));
  if (later.length === series.occurrences.length) {
    await leaveGroup(unit, series);
    await unit.append(seriesAggregate, series.id, [{ type: 'SeriesDeleted', data: { tasks: tasksOf(series) } }]);
  } else await appendEarlierParts(unit, group, split, (each) => ({ tasks: tasksOf(each) }));
  await writeOccurrences(unit, calendar, series.id);
  return removed;
};
