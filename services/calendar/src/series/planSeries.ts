import { isDeepStrictEqual } from 'node:util';
import { wallClockMs, wallClockOf } from '@almanac/dates';
import { movedRecurrence, type Recurrence, recurrenceBefore, recurrenceFrom } from '@almanac/dates/recurrence';
import { slugOf } from '@almanac/text';
import type { EventFields, EventState } from '../events/event.ts';
import { changedNames, SCHEDULE } from '../events/ownFields.ts';
import { recurrenceOf, refusingRules, type SentRecurrence } from '../events/recurrenceArg.ts';
import {
  type Occurrence,
  type OccurrenceTask,
  type SeriesFacts,
  type SeriesPlan,
  type SeriesState,
  type SharedFields,
  seriesStart,
  sharedOf,
} from '../events/seriesAggregate.ts';
import { firstStarts, type Horizon, nextDue } from './horizon.ts';

const DAY_MS = 86_400_000;

/** The time and the ids with which a series is planned. */
export interface Planning {
  readonly horizon: Horizon;
  readonly now: Date;
  /** Returns an unused id. */
  nextId(): Promise<number>;
}

/** The change of an occurrence, for its series. */
export interface SeriesChange {
  /** The occurrence before the change. */
  readonly before: EventState;
  readonly fields: Partial<EventFields>;
  readonly status: SeriesFacts['status'] | undefined;
  readonly date: SeriesFacts['date'] | undefined;
  readonly slug: string | undefined;
  readonly recurrence: SentRecurrence | undefined;
}

type Times = Pick<EventFields, 'allDay' | 'start' | 'end'>;

/** Returns the clock time from start to end; whole days for events of whole days. */
export const lengthOf = ({ allDay, start, end }: Times): number => {
  const length = wallClockMs(end) - wallClockMs(start);
  return allDay ? Math.floor(length / DAY_MS) * DAY_MS : length;
};

/** Returns the facts of a series that begins with an event. */
export const newFacts = (
  { id, language, slug, status, date }: Pick<SeriesFacts, 'id' | 'language' | 'slug' | 'status' | 'date'>,
  first: Pick<EventFields, 'timezone' | 'allDay' | 'start' | 'end' | 'importUid'>,
  shared: SharedFields,
  sent: SentRecurrence,
): SeriesFacts => {
  const { timezone, allDay, start, importUid } = first;
  const recurrence = recurrenceOf(sent, { start, timezone, allDay });
  const times = { anchor: start, from: start, timezone, allDay, length: lengthOf(first) };
  return {
    id,
    language,
    recurrence,
    ...times,
    slug: slugOf(slug) || slugOf(shared.title) || String(id),
    status,
    date,
    shared,
    importUid,
  };
};

const byStart = ([a]: Occurrence, [b]: Occurrence): number => (a < b ? -1 : 1);

/**
 * Returns the occurrences of a series by its rules. Those whose start remains keep their ids; the others are removed.
 * @param present the occurrences before the change
 */
const ruledPlan = async (
  facts: SeriesFacts,
  present: ReadonlyMap<string, number>,
  changes: readonly string[],
  { horizon, now, nextId }: Planning,
): Promise<SeriesPlan> => {
  const most = Math.max(horizon.most, present.size);
  const starts = await firstStarts(facts, { ...horizon, most }, now).catch((error: unknown) =>
    refusingRules((): string[] => {
      throw error;
    }),
  );
  const occurrences: Occurrence[] = [];
  const tasks: OccurrenceTask[] = [];
  for (const start of starts) {
    const known = present.get(start);
    const id = known ?? (await nextId());
    occurrences.push([start, id]);
    tasks.push({ id, start, does: known === undefined ? 'make' : 'change' });
  }
  const kept = new Set(starts);
  for (const [start, id] of present) if (!kept.has(start)) tasks.push({ id, start, does: 'trash' });
  return { occurrences, tasks, changes, dueUtc: await nextDue(facts, occurrences, horizon, now) };
};

/** Returns the plan of a new series. Events that exist become the occurrences with their starts, and keep their ids. */
export const newPlan = async (
  facts: SeriesFacts,
  existing: ReadonlyMap<string, number>,
  planning: Planning,
): Promise<SeriesPlan> => {
  const changes = existing.size === 0 ? [] : [...Object.keys(facts.shared), SCHEDULE, 'status'];
  const plan = await ruledPlan(facts, existing, changes, planning);
  return { ...plan, tasks: plan.tasks.filter(({ does }) => does !== 'trash') };
};

interface FactsChange {
  readonly facts: SeriesFacts;
  readonly changes: readonly string[];
  readonly shiftMs: number;
}

/** Returns the facts of a series, or of its later part, after a change. @throws DomainError 400 */
const changedFacts = (series: SeriesFacts, change: SeriesChange): FactsChange => {
  const { before, fields } = change;
  const shared: SharedFields = { ...series.shared, ...sharedOf(fields) };
  const names = changedNames(series.shared, sharedOf(fields));
  const after = { ...before, ...fields };
  const changesTimes = changedNames(before, fields).includes(SCHEDULE);
  const shiftMs = changesTimes ? wallClockMs(after.start) - wallClockMs(before.start) : 0;
  const slug = change.slug === undefined ? series.slug : slugOf(change.slug) || series.slug;
  const status = change.status ?? series.status;
  const date = change.date === undefined ? series.date : change.date;
  const times = changesTimes ? { timezone: after.timezone, allDay: after.allDay, length: lengthOf(after) } : {};
  const moved = (clock: string) => wallClockOf(wallClockMs(clock) + shiftMs);
  const recurrence = refusingRules(
    () => (shiftMs === 0 ? series.recurrence : movedRecurrence(series.recurrence, seriesStart(series), shiftMs)),
    change.recurrence === undefined ? 'start_date' : 'recurrence',
  );
  const facts = {
    ...series,
    ...times,
    recurrence,
    anchor: moved(series.anchor),
    from: moved(series.from),
    slug,
    status,
    date,
    shared,
  };
  const changes = [
    ...names,
    ...(changesTimes ? [SCHEDULE] : []),
    ...(status === series.status ? [] : ['status']),
    ...(change.date === undefined ? [] : ['date']),
    ...(slug === series.slug ? [] : ['slug']),
  ];
  return { facts, changes, shiftMs };
};

/** Returns the sent recurrence; undefined if it repeats the present one and the times stay. @throws DomainError 400 */
const newRecurrence = (
  series: SeriesFacts,
  { before, fields, recurrence }: SeriesChange,
): SentRecurrence | undefined => {
  if (recurrence === undefined || changedNames(before, fields).includes(SCHEDULE)) return recurrence;
  const sent = recurrenceOf(recurrence, seriesStart(series));
  return isDeepStrictEqual(sent, series.recurrence) ? undefined : recurrence;
};

/**
 * Returns the facts and the plan after a change of some occurrences of a series; undefined if nothing changes.
 * @throws DomainError 400
 */
const planChange = async (
  series: SeriesFacts,
  present: readonly Occurrence[],
  change: SeriesChange,
  planning: Planning,
): Promise<{ readonly facts: SeriesFacts; readonly plan: SeriesPlan } | undefined> => {
  const sent = newRecurrence(series, change);
  const { facts, changes, shiftMs } = changedFacts(withRuleOf(series, sent), change);
  if (sent === undefined && isDeepStrictEqual(facts, series)) return undefined;
  const moved = present.map(([start, id]): Occurrence => [wallClockOf(wallClockMs(start) + shiftMs), id]);
  if (sent === undefined) {
    const changing = moved.map(([start, id]): OccurrenceTask => ({ id, start, does: 'change' }));
    const tasks = inFreeOrder(changing, shiftMs);
    const occurrences = [...moved].sort(byStart);
    const dueUtc = await nextDue(facts, occurrences, planning.horizon, planning.now);
    return { facts, plan: { occurrences, tasks, changes, dueUtc } };
  }
  const anchored = { ...facts, anchor: facts.from };
  const ruled = { ...anchored, recurrence: recurrenceOf(sent, seriesStart(anchored)) };
  const plan = await ruledPlan(ruled, new Map(moved), changes, planning);
  return { facts: ruled, plan: { ...plan, tasks: inFreeOrder(plan.tasks, shiftMs) } };
};

/** Orders the tasks of a series that moves, so that an occurrence takes its name and slug after the one that had them. */
export const inFreeOrder = (tasks: readonly OccurrenceTask[], shiftMs: number): readonly OccurrenceTask[] =>
  shiftMs > 0 ? tasks.toReversed() : tasks;

const NO_RULES: Recurrence = { rules: [], rdates: [], exdates: [] };

/** A sent recurrence replaces the present one, so that one need not move with the start. */
const withRuleOf = (series: SeriesFacts, sent: SentRecurrence | undefined): SeriesFacts =>
  sent === undefined ? series : { ...series, recurrence: NO_RULES };

/**
 * Returns the facts and the plan of a series after a change of all occurrences; undefined if nothing changes.
 * @throws DomainError 400
 */
export const planAll = async (series: SeriesState, change: SeriesChange, planning: Planning) => {
  const changed = await planChange(factsOf(series), series.occurrences, change, planning);
  return changed && { ...changed.facts, ...changed.plan };
};

/** Returns the facts of a series, without its plan. */
export const factsOf = ({
  id,
  language,
  recurrence,
  anchor,
  from,
  timezone,
  allDay,
  length,
  slug,
  status,
  date,
  shared,
  importUid,
}: SeriesState): SeriesFacts => ({
  id,
  language,
  recurrence,
  anchor,
  from,
  timezone,
  allDay,
  length,
  slug,
  status,
  date,
  shared,
  importUid,
});

/** Returns the occurrences of a series from a start on. */
export const occurrencesFrom = ({ occurrences }: SeriesPlan, split: string | undefined): readonly Occurrence[] =>
  split === undefined ? occurrences : occurrences.filter(([start]) => start >= split);

/** Returns the earlier part of a series after a split at one of its starts. */
export const earlierPart = (series: SeriesState, split: string): Partial<SeriesFacts & SeriesPlan> => ({
  recurrence: refusingRules(() => recurrenceBefore(series.recurrence, seriesStart(series), split)),
  occurrences: series.occurrences.filter(([start]) => start < split),
  dueUtc: null,
});

/**
 * Returns the later part of a series after a split, with a change; undefined if nothing changes.
 * @throws DomainError 400
 */
export const laterPart = async (
  series: SeriesState,
  split: string,
  { id, change }: { readonly id: number; readonly change: SeriesChange },
  planning: Planning,
): Promise<(SeriesFacts & SeriesPlan) | undefined> => {
  const recurrence = recurrenceFrom(series.recurrence, split);
  const later = { ...factsOf(series), id, from: split, recurrence, importUid: null };
  const present = occurrencesFrom(series, split);
  const changed = await planChange(later, present, change, planning);
  return changed && { ...changed.facts, ...changed.plan };
};
