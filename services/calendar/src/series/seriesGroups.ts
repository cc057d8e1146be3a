import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import {
  type SeriesFacts,
  type SeriesGrouping,
  type SeriesPlan,
  type SeriesState,
  seriesAggregate,
} from '../events/seriesAggregate.ts';
import { earlierPart, factsOf, occurrencesFrom, type Planning } from './planSeries.ts';
import { planFollowing, planFollowingAll } from './planTranslations.ts';
import { SeriesMovedError } from './seriesSelection.ts';
import { type Finishing, finishSeries } from './writeOccurrences.ts';

/** Returns the series of a translation group, the original first; a series without translations alone. */
export const groupOf = async (unit: UnitOfWork, series: SeriesState): Promise<readonly SeriesState[]> => {
  const original = series.translates === null ? series : await unit.load(seriesAggregate, series.translates);
  const translations = Object.values(original.translations);
  return [original, ...(await Promise.all(translations.map((id) => unit.load(seriesAggregate, id))))];
};

/** Returns the group of a series. @throws SeriesMovedError if an earlier change of one of them is not written completely */
export const requireWrittenGroup = async (unit: UnitOfWork, series: SeriesState): Promise<readonly SeriesState[]> => {
  const group = await groupOf(unit, series);
  if (group.some(({ hasTasks }) => hasTasks)) throw new SeriesMovedError();
  return group;
};

/** Writes all that earlier changes of a series and of its translations have left. */
export const finishGroup = async (
  calendar: Calendar,
  finishing: Finishing,
  id: number,
): Promise<SeriesState | undefined> => {
  const series = await finishSeries(calendar, finishing, id);
  if (series === undefined || series.deleted) return series;
  const original = series.translates === null ? series : await finishSeries(calendar, finishing, series.translates);
  for (const translation of Object.values(original?.translations ?? {}))
    if (translation !== id) await finishSeries(calendar, finishing, translation);
  return series;
};

type WrittenSeries = SeriesFacts & SeriesPlan;

/** The change of a series, with the group before it. */
export interface PlannedInGroup {
  readonly series: SeriesState;
  readonly after: WrittenSeries;
  readonly group: readonly SeriesState[];
  /** As of a change of a group. */
  readonly shiftMs?: number | undefined;
}

/** The data of an event of a series that follows a change of another one. */
interface Following<Data> {
  readonly series: SeriesState;
  readonly data: Data;
}

/** Only the original is due; it extends its translations too. */
const dueIn = ({ group: [original], after }: PlannedInGroup, { id }: SeriesState): Pick<SeriesPlan, 'dueUtc'> => ({
  dueUtc: id === original?.id ? after.dueUtc : null,
});

/** Returns the changes of the series of a group after a change of all occurrences of one of them. */
export const planGroup = async (
  planned: PlannedInGroup,
  planning: Pick<Planning, 'nextId'>,
): Promise<readonly Following<WrittenSeries>[]> => {
  const { series, after, group, shiftMs } = planned;
  const following: Following<WrittenSeries>[] = [];
  for (const each of group) {
    if (each.id === series.id) {
      following.push({ series, data: { ...after, ...dueIn(planned, series) } });
      continue;
    }
    const follower = { facts: factsOf(each), present: each.occurrences };
    const data = await planFollowingAll(follower, { before: series, after, shiftMs }, planning);
    if (data !== undefined) following.push({ series: each, data: { ...data, ...dueIn(planned, each) } });
  }
  return following;
};

/** Appends the changes of the series of a group. Returns their ids, originals first. */
export const appendChanges = async (
  unit: UnitOfWork,
  changes: readonly Following<WrittenSeries>[],
): Promise<readonly number[]> => {
  for (const { series, data } of changes)
    await unit.append(seriesAggregate, series.id, [{ type: 'SeriesChanged', data }]);
  return changes.map(({ series }) => series.id);
};

/** A series that is split, and the data of its later part. */
type SplitSeries = Following<WrittenSeries & SeriesGrouping>;

/** Returns the later parts of the series of a group after a split of one of them. */
export const planLaterGroup = async (
  planned: PlannedInGroup,
  split: string,
  { ids, nextId }: { readonly ids: ReadonlyMap<number, number> } & Pick<Planning, 'nextId'>,
): Promise<readonly SplitSeries[]> => {
  const { series, after, group } = planned;
  const later: Following<WrittenSeries>[] = [];
  for (const each of group) {
    if (each.id === series.id) {
      later.push({ series, data: after });
      continue;
    }
    const base = { ...factsOf(each), id: ids.get(each.id) ?? 0, from: split, importUid: null };
    const follower = { facts: base, present: occurrencesFrom(each, split) };
    const before = { ...factsOf(series), from: split };
    later.push({ series: each, data: await planFollowing(follower, { before, after }, { nextId }) });
  }
  const [original, ...translations] = later;
  return later.map(({ series: each, data }) => ({
    series: each,
    data: { ...data, ...dueIn(planned, each), ...groupingOf(each.id, original, translations) },
  }));
};

const groupingOf = (
  id: number,
  original: Following<WrittenSeries> | undefined,
  translations: readonly Following<WrittenSeries>[],
): SeriesGrouping =>
  original === undefined || original.series.id === id
    ? { translates: null, translations: byLanguage(translations.map(({ data }) => data)) }
    : { translates: original.data.id, translations: {} };

const byLanguage = (series: readonly Pick<SeriesFacts, 'id' | 'language'>[]): Readonly<Record<string, number>> =>
  Object.fromEntries(series.map(({ language, id }) => [language, id]));

/** Appends the earlier parts of the series of a group. */
export const appendEarlierParts = async (
  unit: UnitOfWork,
  group: readonly SeriesState[],
  split: string,
  tasksOf: (series: SeriesState) => Partial<SeriesPlan> = () => ({}),
): Promise<void> => {
  for (const each of group)
    await unit.append(seriesAggregate, each.id, [
      { type: 'SeriesChanged', data: { ...earlierPart(each, split), ...tasksOf(each) } },
    ]);
};

/** Takes a series out of its group. The oldest translation of an original becomes the original of the others. */
export const leaveGroup = async (unit: UnitOfWork, series: SeriesState): Promise<void> => {
  const [original, ...translations] = await groupOf(unit, series);
  const rest = translations.filter(({ id }) => id !== series.id);
  const change = (id: number, data: Partial<SeriesPlan & SeriesGrouping>) =>
    unit.append(seriesAggregate, id, [{ type: 'SeriesChanged', data }]);
  if (original !== undefined && original.id !== series.id) {
    await change(original.id, { translations: byLanguage(rest) });
    return;
  }
  const [next, ...others] = rest;
  if (next === undefined) return;
  await change(next.id, { translates: null, translations: byLanguage(others), dueUtc: series.dueUtc });
  for (const { id } of others) await change(id, { translates: next.id });
};
