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
type ZonedTimes = Times & Pick<EventFields, 'timezone'>;

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
  return {
    id,
    language,
    recurrence,
    ...timesOf(first),
    slug: slugOf(slug) || slugOf(shared.title) || String(id),
    status,
    date,
    shared,
    importUid,
  };
};

const timesOf = (first: ZonedTimes): Pick<SeriesFacts, 'anchor' | 'from' | 'timezone' | 'allDay' | 'length'> => {
  const { timezone, allDay, start } = first;
  return { anchor: start, from: start, timezone, allDay, length: lengthOf(first) };
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
  planning: Planning,
): Promise<SeriesPlan> =>
  plannedAt(facts, await ruledStarts(facts, present.size, planning), { present, changes }, planning);

/** Returns the starts of a series by its rules. @param present the number of occurrences before a change */
const ruledStarts = (facts: SeriesFacts, present: number, { horizon, now }: Planning): Promise<string[]> => {
  const most = Math.max(horizon.most, present);
  return firstStarts(facts, { ...horizon, most }, now).catch((error: unknown) =>
    refusingRules((): string[] => {
      throw error;
    }),
  );
};

const plannedAt = async (
  facts: SeriesFacts,
  starts: readonly string[],
  { present, changes }: { readonly present: ReadonlyMap<string, number>; readonly changes: readonly string[] },
  { horizon, now, nextId }: Planning,
): Promise<SeriesPlan> => {
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

/** Returns the names of the fields that an event takes over when it becomes an occurrence. */
const everyField = ({ shared }: SeriesFacts): string[] => [...Object.keys(shared), SCHEDULE, 'status'];

/** Returns the plan of a new series. Events that exist become the occurrences with their starts, and keep their ids. */
export const newPlan = async (
  facts: SeriesFacts,
  existing: ReadonlyMap<string, number>,
  planning: Planning,
): Promise<SeriesPlan> => {
  const changes = existing.size === 0 ? [] : everyField(facts);
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

/** The news of a calendar file about a series. */
export interface ImportedChange {
  readonly shared: Partial<SharedFields>;
  /** Undefined leaves the status. */
  readonly status?: SeriesFacts['status'] | undefined;
  /** The times of the first occurrence and the rules that count from it; undefined leaves both. */
  readonly times?: { readonly first: ZonedTimes; readonly recurrence: SentRecurrence } | undefined;
}

/** A series after an import. */
export interface ImportPlan {
  readonly after: SeriesFacts & SeriesPlan;
  /** The milliseconds by which its occurrences have moved. */
  readonly shiftMs: number;
}

/**
 * Returns a series after an import; undefined if nothing changes. Occurrences keep their ids if their start remains, or
 * if all move by the same time: to another time of day, else as far as the first one.
 * @param existing further events that become occurrences, by their starts
 * @throws DomainError 400
 */
export const planImport = async (
  series: SeriesState,
  { shared, status, times }: ImportedChange,
  existing: ReadonlyMap<string, number>,
  planning: Planning,
): Promise<ImportPlan | undefined> => {
  const before = factsOf(series);
  const facts = {
    ...before,
    shared: { ...before.shared, ...shared },
    ...(status && { status }),
    ...(times && importedTimes(times)),
  };
  const names = [...changedNames(before.shared, facts.shared), ...changedNames(before, { status })];
  const ids = new Set(series.occurrences.map(([, id]) => id));
  const added = [...existing].filter(([, id]) => !ids.has(id));
  if (added.length === 0 && isDeepStrictEqual({ ...facts, shared }, { ...before, shared })) {
    const dueUtc = await importedDue(series, planning);
    const isNews = names.length > 0 || (dueUtc === null) !== (series.dueUtc === null);
    return isNews ? { after: { ...facts, ...changedTexts(series, names), dueUtc }, shiftMs: 0 } : undefined;
  }
  const starts = await ruledStarts(facts, series.occurrences.length, planning);
  const { present, shiftMs } = bestFit(series, facts, starts);
  const isMoved = shiftMs !== 0 || changedNames(timingOf(before), timingOf(facts)).length > 0;
  const changes = added.length > 0 ? everyField(facts) : [...names, ...(isMoved ? [SCHEDULE] : [])];
  const plan = await plannedAt(facts, starts, { present: new Map([...added, ...present]), changes }, planning);
  if (isDeepStrictEqual(facts, before) && isDeepStrictEqual(plan.occurrences, series.occurrences)) return undefined;
  // events that were no occurrences before stay as they are if no rule has their start
  const tasks = plan.tasks.filter(({ id, does }) => does !== 'trash' || ids.has(id));
  return { after: { ...facts, ...plan, tasks: inFreeOrder(tasks, shiftMs) }, shiftMs };
};

const importedTimes = ({ first, recurrence }: NonNullable<ImportedChange['times']>) => ({
  ...timesOf(first),
  recurrence: recurrenceOf(recurrence, first),
});

const timingOf = ({ timezone, allDay, length }: SeriesFacts) => ({ timezone, allDay, length });

/** Returns the time of the next occurrence again, since a series whose entry had vanished has stopped. */
const importedDue = (series: SeriesState, { horizon, now }: Planning): Promise<string | null> | null =>
  series.translates === null ? nextDue(series, series.occurrences, horizon, now) : null;

const changedTexts = ({ occurrences }: SeriesState, changes: readonly string[]): Omit<SeriesPlan, 'dueUtc'> => ({
  occurrences,
  tasks: changes.length === 0 ? [] : occurrences.map(([start, id]) => ({ id, start, does: 'change' })),
  changes,
});

/** Returns the occurrences by their new starts: as they are, at another time of day, or moved as far as the first one. */
const bestFit = (
  { from, occurrences }: Pick<SeriesState, 'from' | 'occurrences'>,
  after: Pick<SeriesFacts, 'from'>,
  starts: readonly string[],
): { readonly present: ReadonlyMap<string, number>; readonly shiftMs: number } => {
  const whole = wallClockMs(after.from) - wallClockMs(from);
  const ofDay = (wallClockMs(after.from) % DAY_MS) - (wallClockMs(from) % DAY_MS);
  const [fit, other] = [ofDay, whole].map((shiftMs) => {
    const moved = occurrences.map(([start, id]): Occurrence => [wallClockOf(wallClockMs(start) + shiftMs), id]);
    const present = new Map(moved);
    return { present, shiftMs, remaining: starts.filter((start) => present.has(start)).length };
  });
  if (fit === undefined || other === undefined) return { present: new Map(occurrences), shiftMs: 0 };
  return fit.remaining > 0 ? fit : other;
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
