import { setTimeout } from 'node:timers/promises';
import { deleteContent, exists, translatableContent, trashContent, versionsOf } from '@almanac/content-model';
import { wallClockMs, wallClockOf } from '@almanac/dates';
import type { CommandContext, Commands, UnitOfWork } from '@almanac/event-sourcing';
import { streamOf } from '@almanac/event-sourcing';
import { yieldToEventLoop } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { changeItem, contentSite, createItem, unchangedPublication } from '../content-items/itemWriting.ts';
import { type EventFields, type EventState, event, eventKind, eventOfImportUid } from '../events/event.ts';
import { inheritedTerms } from '../events/eventLinks.ts';
import { changedNames, SCHEDULE } from '../events/ownFields.ts';
import { type Schedule, scheduleOf } from '../events/schedule.ts';
import {
  type OccurrenceTask,
  occurrenceUid,
  type SeriesFacts,
  type SeriesState,
  seriesAggregate,
  seriesCollection,
  sharedFields,
} from '../events/seriesAggregate.ts';

/** Milliseconds between two commits, in which other requests are answered. */
const REST_MS = 25;
/**
 * The number of occurrences in a commit. The commit is checked and written in one piece, and so is the work of each of
 * its followers.
 */
const OCCURRENCES_A_COMMIT = 25;

/** Returns the times of an occurrence that starts at a local time of its series. */
export const scheduleAt = (
  { settings }: Pick<Calendar, 'settings'>,
  { timezone, allDay, length }: Pick<SeriesFacts, 'timezone' | 'allDay' | 'length'>,
  start: string,
): Schedule => {
  const { timezone: zone, day_cutoff: cutoff } = settings.current();
  const end = wallClockOf(wallClockMs(start) + length);
  return scheduleOf(undefined, { timezone, allDay, start, end }, { zone, cutoff });
};

/** Returns the slug of an occurrence: `harbour-2027-01-05`. */
const slugAt = (slug: string, start: string): string => `${slug}-${start.slice(0, 10)}`;

/** True if an event in the trash was an occurrence of a series that has no longer its start. */
const isFormer = ({ id, status, series }: EventState, { id: owner, occurrences }: SeriesState): boolean =>
  status === 'trash' && series === owner && occurrences.every(([, occurrence]) => occurrence !== id);

/**
 * Returns the importer's name of an occurrence; the present one if another event has it. A former occurrence in the
 * trash loses its name to the one that has its start again.
 */
const freeUid = async (
  unit: UnitOfWork,
  calendar: Calendar,
  series: SeriesState,
  { start, present }: { readonly start: string; readonly present: string | null },
): Promise<string | null> => {
  const name = occurrenceUid(series, start);
  const holder = await eventOfImportUid(unit, name);
  if (name === null || holder === undefined) return name ?? present;
  if (!isFormer(holder, series)) return present;
  const change = { asked: unchangedPublication, fields: { importUid: null } };
  await changeItem(unit, calendar, { kind: eventKind, id: holder.id }, change);
  return name;
};

/** Returns the original of an occurrence of a translation; undefined for a series that is an original, or without one. */
const originalOf = async (unit: UnitOfWork, { translates }: SeriesState, start: string) => {
  if (translates === null) return undefined;
  const { occurrences } = await unit.load(seriesAggregate, translates);
  const id = occurrences.find(([each]) => each === start)?.[1];
  const original = id === undefined ? undefined : await unit.load(event, id);
  return original !== undefined && exists(original) ? original : undefined;
};

/** Returns the names of the own fields of an occurrence that a translation has from its original: its times. */
const ownTimesOf = (original: EventState | undefined): readonly string[] =>
  original?.ownFields.includes(SCHEDULE) === true ? [SCHEDULE] : [];

const TERMS = ['categories', 'tags'] as const;

/** Returns the categories and tags of an occurrence whose original has its own, in the language of the series. */
const ownTermsOf = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { language }: SeriesState,
  original: EventState | undefined,
): Promise<Partial<Pick<EventFields, 'categories' | 'tags'>>> => {
  const names = TERMS.filter((name) => original?.ownFields.includes(name));
  if (original === undefined || names.length === 0) return {};
  const terms = await inheritedTerms({ unit, calendar, language }, original);
  return Object.fromEntries(names.map((name) => [name, terms[name]]));
};

/** Makes an occurrence. An original that is deleted, in the trash or translated by now has no further version. */
const makeOccurrence = async (
  unit: UnitOfWork,
  calendar: Calendar,
  series: SeriesState,
  { id, start }: OccurrenceTask,
): Promise<void> => {
  const original = await originalOf(unit, series, start);
  if (series.translates !== null) {
    if (original === undefined || original.status === 'trash') return;
    const versions = await versionsOf(unit, translatableContent(eventKind), original);
    if (versions[series.language] !== undefined) return;
  }
  const importUid = await freeUid(unit, calendar, series, { start, present: null });
  const ownTerms = await ownTermsOf(unit, calendar, series, original);
  await createItem(unit, calendar, eventKind, {
    asked: {
      id,
      language: series.language,
      status: series.status,
      date: series.date ?? undefined,
      slug: slugAt(series.slug, start),
      mayPublish: true,
      translationOf: original?.id,
      mayTranslate: () => true,
    },
    fields: eventKind.newFields({
      ...series.shared,
      ...ownTerms,
      ...scheduleAt(calendar, series, start),
      series: series.id,
      occurrence: start,
      ownFields: [...Object.keys(ownTerms), ...ownTimesOf(original)].sort(),
      importUid,
    }),
  });
};

/** Returns the own fields of an event that becomes an occurrence of a translation: it keeps the texts that it has. */
const ownFieldsOfVersion = (before: EventState, series: SeriesState, original: EventState | undefined) => ({
  ownFields: [...new Set([...changedNames(before, series.shared), ...ownTimesOf(original)])].sort(),
});

/**
 * Changes the fields that the series changes, except those that were edited in the occurrence alone. The times of a
 * translation follow those of its original.
 */
const changeOccurrence = async (
  unit: UnitOfWork,
  calendar: Calendar,
  series: SeriesState,
  { id, start }: OccurrenceTask,
): Promise<void> => {
  const before = await unit.load(event, id);
  if (!exists(before)) return;
  const original = await originalOf(unit, series, start);
  const follows = (name: string) => name === SCHEDULE && original !== undefined;
  const changes = series.changes.filter((name) => !before.ownFields.includes(name) && !follows(name));
  const fields: Partial<EventFields> = {
    ...sharedFields(series, changes),
    ...(changes.includes(SCHEDULE) && scheduleAt(calendar, series, start)),
    ...(before.series === null && series.translates !== null && ownFieldsOfVersion(before, series, original)),
    series: series.id,
    occurrence: start,
    importUid: await freeUid(unit, calendar, series, { start, present: before.importUid }),
  };
  const isTrashed = before.status === 'trash';
  const asked = {
    mayPublish: true,
    status: changes.includes('status') && !isTrashed ? series.status : undefined,
    date: changes.includes('date') ? (series.date ?? undefined) : undefined,
    slug: changes.includes('slug') && !isTrashed ? slugAt(series.slug, start) : undefined,
  };
  await changeItem(unit, calendar, { kind: eventKind, id }, { asked, fields });
};

const removeOccurrence = async (unit: UnitOfWork, calendar: Calendar, { id, does }: OccurrenceTask): Promise<void> => {
  const before = await unit.load(event, id);
  if (!exists(before)) return;
  const site = contentSite(calendar);
  if (does === 'delete') await deleteContent(unit, eventKind, site, id);
  else if (before.status !== 'trash') await trashContent(unit, eventKind, site, id);
};

/** Returns the next tasks of a series, as many as a commit holds. Occurrences of a translation wait for their originals. */
const nextTasks = async (unit: UnitOfWork, { tasks, translates }: SeriesState): Promise<readonly OccurrenceTask[]> => {
  const next = tasks.slice(0, OCCURRENCES_A_COMMIT);
  if (translates === null) return next;
  const original = await unit.load(seriesAggregate, translates);
  const pending = new Set(original.tasks.map(({ start }) => start));
  const waiting = next.findIndex(({ start }) => pending.has(start));
  return waiting === -1 ? next : next.slice(0, waiting);
};

/** Writes the next occurrences that a change of the series has left. */
export const writeOccurrences = async (unit: UnitOfWork, calendar: Calendar, id: number): Promise<SeriesState> => {
  const series = await unit.load(seriesAggregate, id);
  const tasks = await nextTasks(unit, series);
  if (tasks.length === 0) return series;
  for (const task of tasks) {
    // others are answered between two occurrences: a request needs several turns, and each would wait for a long slice
    await yieldToEventLoop();
    if (task.does === 'make') await makeOccurrence(unit, calendar, series, task);
    else if (task.does === 'change') await changeOccurrence(unit, calendar, series, task);
    else await removeOccurrence(unit, calendar, task);
  }
  const written = { type: 'SeriesOccurrencesWritten', data: { count: tasks.length } } as const;
  return unit.append(seriesAggregate, id, [written]);
};

const readSeries = async ({ documents }: Pick<Calendar, 'documents'>, id: number): Promise<SeriesState | undefined> =>
  (await documents.get<SeriesState>(seriesCollection, id))?.body ?? undefined;

/** The commands and the context with which the rest of a change is written. */
export interface Finishing {
  readonly commands: Commands;
  readonly context: CommandContext;
}

/**
 * Writes all occurrences that earlier commits of a series have left, in further commits; those of its original first.
 * @returns the series without anything left to write; undefined if it is gone
 */
export const finishSeries = async (
  calendar: Calendar,
  finishing: Finishing,
  id: number,
): Promise<SeriesState | undefined> => {
  const { commands, context } = finishing;
  // each further commit has an id of its own
  const { commitId: _, ...further } = context;
  const mutexKeys = [streamOf(seriesAggregate, id)];
  let series = await readSeries(calendar, id);
  while (series?.hasTasks === true) {
    if (series.translates !== null) await finishSeries(calendar, finishing, series.translates);
    await setTimeout(REST_MS);
    const { result } = await commands.run(further, (unit) => writeOccurrences(unit, calendar, id), { mutexKeys });
    series = result;
  }
  return series;
};
