import { deleteContent, trashContent } from '@almanac/content-model';
import { isWallClock } from '@almanac/dates';
import {
  eventSourcingErrors,
  idOfStream,
  streamOf,
  type UnitOfWork,
  type VersionCondition,
} from '@almanac/event-sourcing';
import { type FoundCommit, invalidParams, type RestRequest, restErrors, yieldToEventLoop } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import { createdItem } from '../content-items/itemLookup.ts';
import { mayDeleteItem, mayEditItem } from '../content-items/itemRights.ts';
import { runOnId } from '../content-items/itemRoutes.ts';
import { contentSite } from '../content-items/itemWriting.ts';
import { permittedStatus } from '../content-items/statuses.ts';
import { changeByRequest, createByRequest, type WriteChange } from '../content-items/writeItem.ts';
import { type EventFields, type EventState, event, eventKind, events } from '../events/event.ts';
import type { EventValues } from '../events/eventValues.ts';
import type { EventWrites } from '../events/eventWrites.ts';
import { eventWriting } from '../events/eventWriting.ts';
import type { Scope, SentRecurrence } from '../events/recurrenceArg.ts';
import {
  isFreeSeriesUid,
  type OccurrenceTask,
  occurrenceUid,
  requireFreeSeriesUid,
  type SeriesFacts,
  type SeriesState,
  seriesAggregate,
  sharedOf,
} from '../events/seriesAggregate.ts';
import { horizonOf } from './horizon.ts';
import { earlierPart, laterPart, newFacts, newPlan, type Planning, planAll } from './planSeries.ts';
import { finishSeries, writeOccurrences } from './writeOccurrences.ts';

/** Returns unused ids; each attempt of a command gets the same ones in the same order. */
const idSupply = ({ numbers }: Pick<Calendar, 'numbers'>) => {
  const taken: number[] = [];
  return () => {
    let at = 0;
    return async (): Promise<number> => {
      const id = taken[at] ?? (await numbers.next('records'));
      taken[at++] = id;
      return id;
    };
  };
};

const planningOf = (calendar: Calendar): (() => Planning) => {
  const supply = idSupply(calendar);
  return () => ({ horizon: horizonOf(calendar), now: calendar.now(), nextId: supply() });
};

/** The maximum number of imported events that a series takes up. */
const MAX_IMPORTED = 2_000;

/** Returns the events outside series that an importer has named as occurrences of the new series. @throws 403 */
const importedEvents = async (
  { documents }: Calendar,
  { args, principal }: RestRequest<EventValues>,
): Promise<readonly EventState[]> => {
  const name = args.import_uid;
  if (name == null) return [];
  // the character after the slash ends the names that begin with it
  const filter = { field: 'importUid', after: `${name}/`, before: `${name}0` };
  const found = await documents.find<EventState>(events, { filter, limit: MAX_IMPORTED });
  const singles = found.filter(({ series }) => series === null);
  if (!singles.every((state) => mayEditItem(principal, eventKind, state))) throw restErrors.forbidden();
  return singles;
};

/** Returns the ids of imported events by the starts that their names say. */
const startsOfImported = (imported: readonly EventState[], facts: SeriesFacts): ReadonlyMap<string, number> => {
  const ids = new Map(imported.map(({ importUid, id }) => [importUid, id]));
  const starts = imported.map(({ importUid }) => startOfUid(importUid ?? '', facts));
  return new Map(
    starts.flatMap((start) => {
      const id = start === undefined ? undefined : ids.get(occurrenceUid(facts, start));
      return start === undefined || id === undefined ? [] : [[start, id] as const];
    }),
  );
};

const startOfUid = (uid: string, { importUid, allDay }: SeriesFacts): string | undefined => {
  const time = uid.slice((importUid ?? '').length + 1, uid.length).replace(/Z$/, '');
  const clock = allDay ? `${time} 00:00:00` : time.replace('T', ' ');
  return isWallClock(clock) ? clock : undefined;
};

/** Creates a series; the first occurrence is the answer. */
const createSeries = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  recurrence: SentRecurrence,
): Promise<EventState> => {
  const id = await calendar.numbers.next('records');
  const planning = planningOf(calendar);
  const imported = await importedEvents(calendar, request);
  const first = await createByRequest(calendar, eventWriting, request, async (unit, { asked, fields }) => {
    const { language, slug = '', date = null, mayPublish } = asked;
    const status = permittedStatus(asked.status, undefined, mayPublish);
    const facts = newFacts({ id, language, slug, status, date }, fields, sharedOf(fields), recurrence);
    await requireFreeSeriesUid(unit, facts.importUid);
    const plan = await newPlan(facts, startsOfImported(imported, facts), planning());
    const [firstOccurrence] = plan.occurrences;
    if (firstOccurrence === undefined) throw invalidParams({ recurrence: '{name} excludes every occurrence.' });
    await unit.append(seriesAggregate, id, [{ type: 'SeriesCreated', data: { ...facts, ...plan } }]);
    await writeOccurrences(unit, calendar, id);
    return unit.load(event, firstOccurrence[1]);
  });
  await finishSeries(calendar, request, id);
  return first;
};

/** Returns the event of a commit whose answer was lost, once all occurrences of its series are written. */
const recoverCreated = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  commit: FoundCommit,
): Promise<EventState> => {
  const series = commit.events.find(({ type }) => type === 'SeriesCreated');
  if (series === undefined) return createdItem(calendar, eventKind, commit);
  await finishSeries(calendar, request, Number(idOfStream(series.stream)));
  const made = commit.events.filter(({ type }) => type === eventKind.eventTypes.created);
  return createdItem(calendar, eventKind, { ...commit, events: made.slice(0, 1) });
};

/** Makes a single event the first occurrence of a new series. */
const startSeries = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  before: EventState,
  recurrence: SentRecurrence,
): Promise<EventState> => {
  const id = await calendar.numbers.next('records');
  const planning = planningOf(calendar);
  const { slug } = before;
  const changed = await changeByRequest(calendar, eventWriting, request, before, async (unit, change) => {
    const { fields, asked } = change;
    if (change.before.series !== before.series) throw new SeriesMovedError();
    const present = { ...change.before, ...fields };
    const status = permittedStatus(asked.status, change.before.status, asked.mayPublish);
    const base = { id, language: present.language, slug: asked.slug ?? slug, status, date: asked.date ?? null };
    const name = present.importUid;
    const importUid = name !== null && (await isFreeSeriesUid(unit, name)) ? name : null;
    const facts = newFacts(base, { ...present, importUid }, sharedOf(eventKind.newFields(present)), recurrence);
    const plan = await newPlan(facts, new Map([[facts.from, before.id]]), planning());
    await unit.append(seriesAggregate, id, [{ type: 'SeriesCreated', data: { ...facts, ...plan } }]);
    await writeOccurrences(unit, calendar, id);
    return unit.load(event, before.id);
  });
  await finishSeries(calendar, request, id);
  return (await readEvent(calendar, before.id)) ?? changed;
};

/** Thrown if a series has changed since its occurrences were selected for a change. */
class SeriesMovedError extends Error {}

/** Maximum number of attempts of a change, as of a command. */
const MAX_ATTEMPTS = 50;

/**
 * Repeats a change of an event until its series does not change meanwhile. An earlier change of the series is thus
 * written completely before the next one is planned.
 * @throws DomainError 503 after too many attempts
 */
const whileSeriesMoves = async (
  calendar: Calendar,
  before: EventState,
  write: (event: EventState) => Promise<EventState>,
): Promise<EventState> => {
  let present = before;
  for (let attempts = 1; ; attempts++) {
    try {
      return await write(present);
    } catch (error) {
      if (!(error instanceof SeriesMovedError)) throw error;
      if (attempts === MAX_ATTEMPTS) throw eventSourcingErrors.contention();
      present = (await readEvent(calendar, before.id)) ?? before;
    }
  }
};

/** Returns the selected series. @throws SeriesMovedError */
const requireUnmoved = async (unit: UnitOfWork, { id, version }: SeriesState): Promise<SeriesState> => {
  const series = await unit.load(seriesAggregate, id);
  if (series.version !== version) throw new SeriesMovedError();
  return series;
};

const readEvent = async ({ documents }: Calendar, id: number): Promise<EventState | undefined> =>
  (await documents.get<EventState>(events, id))?.body ?? undefined;

/** The number of occurrences that are read at once, in about 10 ms. */
const READ_AT_ONCE = 100;

/** @throws DomainError 403 if the caller does not have the right for one of the occurrences */
const requireRight = async (
  { documents }: Calendar,
  { principal }: RestRequest<unknown>,
  ids: readonly number[],
  hasRight: typeof mayEditItem,
): Promise<void> => {
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const states = await documents.getMany<ItemState>(events, ids.slice(at, at + READ_AT_ONCE));
    if (!states.every((state) => hasRight(principal, eventKind, state))) throw restErrors.forbidden();
    await yieldToEventLoop();
  }
};

/** The occurrences of a series that a scope concerns. */
interface ScopeSelection {
  readonly series: SeriesState;
  /** The start at which the series is split; undefined for all occurrences. */
  readonly split: string | undefined;
  readonly ids: readonly number[];
  readonly condition?: VersionCondition | undefined;
}

/** Returns the occurrences that a scope concerns, once earlier changes of the series are written. */
const concernedBy = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  { series: id, occurrence }: EventState,
  scope: Scope,
): Promise<ScopeSelection | undefined> => {
  if (id === null || occurrence === null || scope === 'this') return undefined;
  const series = await finishSeries(calendar, request, id);
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

/** Changes all occurrences of a series, or one and the following ones, which become a series of their own. */
const changeSeries = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  before: EventState,
  { series: selected, split, ids, condition }: ScopeSelection,
): Promise<EventState> => {
  const { id } = selected;
  await requireRight(calendar, request, ids, mayEditItem);
  const newId = split === undefined ? id : await calendar.numbers.next('records');
  const planning = planningOf(calendar);
  const { recurrence } = request.args;
  const write: WriteChange<EventFields> = async (unit, { before: occurrence, fields, asked }) => {
    await unit.expectVersion(seriesAggregate, id, condition);
    const series = await requireUnmoved(unit, selected);
    const status = asked.status && permittedStatus(asked.status, series.status, asked.mayPublish);
    const { date, slug } = asked;
    const change = { before: occurrence, fields, status, date, slug, recurrence };
    if (split === undefined) {
      const data = await planAll(series, change, planning());
      if (data === undefined) return occurrence;
      await unit.append(seriesAggregate, id, [{ type: 'SeriesChanged', data }]);
    } else {
      const later = await laterPart(series, split, { id: newId, change }, planning());
      if (later === undefined) return occurrence;
      await unit.append(seriesAggregate, id, [{ type: 'SeriesChanged', data: earlierPart(series, split) }]);
      await unit.append(seriesAggregate, newId, [{ type: 'SeriesCreated', data: later }]);
    }
    await writeOccurrences(unit, calendar, newId);
    return unit.load(event, occurrence.id);
  };
  const changed = await changeByRequest(calendar, eventWriting, request, before, write);
  await finishSeries(calendar, request, newId);
  return (await readEvent(calendar, before.id)) ?? changed;
};

/** Moves occurrences of a series to the trash, or deletes them; a series without occurrences left is deleted. */
const removeFromSeries = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  { series: selected, split, condition }: ScopeSelection,
  does: 'trash' | 'delete',
): Promise<void> => {
  const { id } = selected;
  const remove = async (unit: UnitOfWork): Promise<void> => {
    await unit.expectVersion(seriesAggregate, id, condition);
    const series = await requireUnmoved(unit, selected);
    const removed = series.occurrences.filter(([start]) => split === undefined || start >= split);
    const tasks = removed.map(([start, occurrence]): OccurrenceTask => ({ id: occurrence, start, does }));
    await unit.append(seriesAggregate, id, [
      split === undefined
        ? { type: 'SeriesDeleted', data: { tasks } }
        : { type: 'SeriesChanged', data: { ...earlierPart(series, split), tasks } },
    ]);
    await writeOccurrences(unit, calendar, id);
  };
  await request.commands.run(request.context, remove, { mutexKeys: [streamOf(seriesAggregate, id)] });
  await finishSeries(calendar, request, id);
};

/** Returns the writes of events, which know the series that an event belongs to (docs/interface/series.md §3). */
export const seriesWrites = (calendar: Calendar): EventWrites => ({
  create: (request) => {
    const { recurrence } = request.args;
    return recurrence === undefined
      ? createByRequest(calendar, eventWriting, request)
      : createSeries(calendar, request, recurrence);
  },
  recover: (request, commit) => recoverCreated(calendar, request, commit),
  change: (request, sent, condition) =>
    whileSeriesMoves(calendar, sent, async (before) => {
      const { recurrence, scope = 'this' } = request.args;
      if (before.series !== null && scope === 'this' && recurrence !== undefined)
        throw invalidParams({ scope: '{name} must be following or all for a change of the recurrence.' });
      const concerned = await concernedBy(calendar, request, before, scope);
      if (concerned !== undefined) return changeSeries(calendar, request, before, { ...concerned, condition });
      return recurrence === undefined
        ? changeByRequest(calendar, eventWriting, request, before)
        : startSeries(calendar, request, before, recurrence);
    }),
  remove: (request, sent, { scope, force = false, condition }) =>
    whileSeriesMoves(calendar, sent, async (before) => {
      const concerned = await concernedBy(calendar, request, before, scope);
      if (concerned !== undefined) {
        await requireRight(calendar, request, concerned.ids, mayDeleteItem);
        await removeFromSeries(calendar, request, { ...concerned, condition }, force ? 'delete' : 'trash');
        return (await readEvent(calendar, before.id)) ?? before;
      }
      return runOnId(eventKind, request, before.id, async (unit) => {
        if (force) await deleteContent(unit, eventKind, contentSite(calendar), before.id);
        else await trashContent(unit, eventKind, contentSite(calendar), before.id);
        return unit.load(event, before.id);
      });
    }),
});
