import { translatableContent, versionsOf } from '@almanac/content-model';
import { streamOf, type UnitOfWork, type VersionCondition } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { mayDeleteItem, mayEditItem } from '../content-items/itemRights.ts';
import { changeItem, unchangedPublication } from '../content-items/itemWriting.ts';
import { permittedStatus } from '../content-items/statuses.ts';
import { changeByRequest, type WriteChange } from '../content-items/writeItem.ts';
import { type EventFields, type EventState, event, eventKind } from '../events/event.ts';
import type { EventValues } from '../events/eventValues.ts';
import { eventWriting } from '../events/eventWriting.ts';
import { SCHEDULE } from '../events/ownFields.ts';
import type { Scope } from '../events/recurrenceArg.ts';
import { type OccurrenceTask, type SeriesState, seriesAggregate, seriesCollection } from '../events/seriesAggregate.ts';
import { laterPart, occurrencesFrom, type Planning, planAll } from './planSeries.ts';
import {
  appendChanges,
  appendEarlierParts,
  finishGroup,
  leaveGroup,
  type PlannedInGroup,
  planGroup,
  planLaterGroup,
  requireWrittenGroup,
} from './seriesGroups.ts';
import { planningOf, readEvent, requireRight, requireUnmoved, SeriesMovedError } from './seriesSelection.ts';
import { writeOccurrences } from './writeOccurrences.ts';

/** The occurrences of a series that a scope concerns. */
interface ScopeSelection {
  readonly series: SeriesState;
  /** The start at which the series is split; undefined for all occurrences. */
  readonly split: string | undefined;
  readonly ids: readonly number[];
  readonly condition?: VersionCondition | undefined;
}

/** Returns the occurrences that a scope concerns, once earlier changes of the series are written. */
export const concernedBy = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  { series: id, occurrence }: EventState,
  scope: Scope,
): Promise<ScopeSelection | undefined> => {
  if (id === null || occurrence === null || scope === 'this') return undefined;
  const series = await finishGroup(calendar, request, id);
  if (series === undefined || series.deleted) return undefined;
  return { series, ...withinScope(series, occurrence, scope) };
};

const withinScope = (
  { occurrences }: SeriesState,
  occurrence: string,
  scope: Scope,
): Pick<ScopeSelection, 'split' | 'ids'> => {
  const following = occurrences.filter(([start]) => scope === 'all' || start >= occurrence);
  const split = following.length === occurrences.length ? undefined : occurrence;
  return { split, ids: following.map(([, id]) => id) };
};

/** Returns new ids for the later parts of a series and of its translations. */
const laterIdsOf = async (
  { documents, numbers }: Calendar,
  { id, translates, translations }: SeriesState,
): Promise<ReadonlyMap<number, number>> => {
  const original =
    translates === null ? undefined : (await documents.get<SeriesState>(seriesCollection, translates))?.body;
  const ids = new Set([id, ...(translates === null ? [] : [translates])]);
  for (const each of Object.values(original?.translations ?? translations)) ids.add(each);
  const later = new Map<number, number>();
  for (const each of ids) later.set(each, await numbers.next('records'));
  return later;
};

/** The parts of a change of series. */
interface SeriesWriting extends Pick<Planning, 'nextId'> {
  readonly unit: UnitOfWork;
  readonly calendar: Calendar;
  readonly request: RestRequest<unknown>;
}

/** Appends the change of all occurrences of a series, and of its group. Returns the changed series, originals first. */
const appendToGroup = async (writing: SeriesWriting, planned: PlannedInGroup): Promise<readonly number[]> => {
  const { unit, calendar, request } = writing;
  const changes = await planGroup(planned, writing);
  const others = changes.flatMap(({ series }) => (series.id === planned.series.id ? [] : [series]));
  await requireRightInGroup(calendar, request, others, undefined);
  return appendChanges(unit, changes);
};

/** Splits the series of a group. Returns the ids of the later parts, originals first. */
const splitGroup = async (
  writing: SeriesWriting,
  planned: PlannedInGroup,
  split: string,
  laterIds: ReadonlyMap<number, number>,
): Promise<readonly number[]> => {
  const { unit, calendar, request, nextId } = writing;
  const { series, group } = planned;
  if (group.some(({ id }) => !laterIds.has(id))) throw new SeriesMovedError();
  const others = group.filter(({ id }) => id !== series.id);
  await requireRightInGroup(calendar, request, others, split);
  await appendEarlierParts(unit, group, split);
  const later = await planLaterGroup(planned, split, { ids: laterIds, nextId });
  for (const { data } of later) await unit.append(seriesAggregate, data.id, [{ type: 'SeriesCreated', data }]);
  return later.map(({ data }) => data.id);
};

/** Requires the right to edit the occurrences of the other series of a group, whose dates change too. @throws 403 */
const requireRightInGroup = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  series: readonly SeriesState[],
  split: string | undefined,
): Promise<void> => {
  for (const each of series) {
    const ids = occurrencesFrom(each, split).map(([, id]) => id);
    await requireRight(calendar, request, ids, mayEditItem);
  }
};

/**
 * Changes all occurrences of a series, or one and the following ones, which become a series of their own. The dates of
 * its translations change with them, in the same commit; the originals are written first.
 */
export const changeSeries = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  before: EventState,
  { series: selected, split, ids, condition }: ScopeSelection,
): Promise<EventState> => {
  const { id } = selected;
  await requireRight(calendar, request, ids, mayEditItem);
  const laterIds = split === undefined ? new Map<number, number>() : await laterIdsOf(calendar, selected);
  const newId = laterIds.get(id) ?? id;
  const planning = planningOf(calendar);
  const { recurrence } = request.args;
  const write: WriteChange<EventFields> = async (unit, { before: occurrence, fields, asked }) => {
    await unit.expectVersion(seriesAggregate, id, condition);
    const series = await requireUnmoved(unit, selected);
    const group = await requireWrittenGroup(unit, series);
    const status = asked.status && permittedStatus(asked.status, series.status, asked.mayPublish);
    const { date, slug } = asked;
    const change = { before: occurrence, fields, status, date, slug, recurrence };
    const plan = planning();
    const after =
      split === undefined
        ? await planAll(series, change, plan)
        : await laterPart(series, split, { id: newId, change }, plan);
    if (after === undefined) return occurrence;
    const planned = { series, after, group };
    const writing = { unit, calendar, request, nextId: plan.nextId };
    const [written = newId] =
      split === undefined ? await appendToGroup(writing, planned) : await splitGroup(writing, planned, split, laterIds);
    await writeOccurrences(unit, calendar, written);
    return unit.load(event, occurrence.id);
  };
  const changed = await changeByRequest(calendar, eventWriting, request, before, write);
  await finishGroup(calendar, request, newId);
  return (await readEvent(calendar, before.id)) ?? changed;
};

/** Returns the tasks that remove the occurrences of a series from a start on. */
const removing = (series: SeriesState, split: string | undefined, does: 'trash' | 'delete'): OccurrenceTask[] =>
  occurrencesFrom(series, split).map(([start, id]) => ({ id, start, does }));

/**
 * Moves occurrences of a series to the trash, or deletes them. A series without occurrences left is deleted, and its
 * translations remain; the end of a series is one of its translations too.
 */
export const removeFromSeries = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  { series: selected, split, condition }: ScopeSelection,
  does: 'trash' | 'delete',
): Promise<void> => {
  const { id } = selected;
  const remove = async (unit: UnitOfWork): Promise<void> => {
    await unit.expectVersion(seriesAggregate, id, condition);
    const series = await requireUnmoved(unit, selected);
    const group = await requireWrittenGroup(unit, series);
    if (split === undefined) {
      await leaveGroup(unit, series);
      const tasks = removing(series, undefined, does);
      await unit.append(seriesAggregate, id, [{ type: 'SeriesDeleted', data: { tasks } }]);
    } else {
      for (const each of group) {
        if (each.id === id) continue;
        const concerned = occurrencesFrom(each, split).map(([, occurrence]) => occurrence);
        await requireRight(calendar, request, concerned, mayDeleteItem);
      }
      await appendEarlierParts(unit, group, split, (each) => ({ tasks: removing(each, split, does) }));
    }
    await writeOccurrences(unit, calendar, id);
  };
  await request.commands.run(request.context, remove, { mutexKeys: [streamOf(seriesAggregate, id)] });
  await finishGroup(calendar, request, id);
};

/**
 * Changes an occurrence alone. Times are the same in every version, so they become the own ones of its translations
 * too.
 */
export const changeAlone =
  (calendar: Calendar): WriteChange<EventFields> =>
  async (unit, { before, asked, fields }) => {
    const after = await changeItem(unit, calendar, { kind: eventKind, id: before.id }, { asked, fields });
    if (before.ownFields.includes(SCHEDULE) || !after.ownFields.includes(SCHEDULE)) return after;
    for (const id of Object.values(await versionsOf(unit, translatableContent(eventKind), after))) {
      const version = await unit.load(event, id);
      if (version.series === null || version.ownFields.includes(SCHEDULE)) continue;
      const ownFields = [...version.ownFields, SCHEDULE].sort();
      const change = { asked: unchangedPublication, fields: { ownFields } };
      await changeItem(unit, calendar, { kind: eventKind, id }, change);
    }
    return unit.load(event, before.id);
  };
