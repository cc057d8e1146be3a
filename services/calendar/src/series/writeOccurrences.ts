import { deleteContent, exists, trashContent } from '@almanac/content-model';
import { wallClockMs, wallClockOf } from '@almanac/dates';
import type { CommandContext, Commands, UnitOfWork } from '@almanac/event-sourcing';
import { streamOf } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import { changeItem, contentSite, createItem } from '../content-items/itemWriting.ts';
import { type EventFields, event, eventKind, eventOfImportUid } from '../events/event.ts';
import { SCHEDULE } from '../events/ownFields.ts';
import { type Schedule, scheduleOf } from '../events/schedule.ts';
import {
  type OccurrenceTask,
  occurrenceUid,
  type SeriesFacts,
  type SeriesState,
  seriesAggregate,
  seriesCollection,
} from '../events/seriesAggregate.ts';

/** The number of occurrences in a commit. */
const OCCURRENCES_A_COMMIT = 100;

/** Returns the times of an occurrence that starts at a local time of its series. */
const scheduleAt = (
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

/** Returns the importer's name of an occurrence; the present one if another event has it. */
const freeUid = async (
  unit: UnitOfWork,
  series: SeriesState,
  { start, present }: { readonly start: string; readonly present: string | null },
): Promise<string | null> => {
  const name = occurrenceUid(series, start);
  return name === null || (await eventOfImportUid(unit, name)) !== undefined ? present : name;
};

const makeOccurrence = async (
  unit: UnitOfWork,
  calendar: Calendar,
  series: SeriesState,
  { id, start }: OccurrenceTask,
) => {
  const importUid = await freeUid(unit, series, { start, present: null });
  return createItem(unit, calendar, eventKind, {
    asked: {
      id,
      language: series.language,
      status: series.status,
      date: series.date ?? undefined,
      slug: slugAt(series.slug, start),
      mayPublish: true,
      translationOf: undefined,
      mayTranslate: () => false,
    },
    fields: eventKind.newFields({
      ...series.shared,
      ...scheduleAt(calendar, series, start),
      series: series.id,
      occurrence: start,
      importUid,
    }),
  });
};

/** Changes the fields that the series changes, except those that were edited in the occurrence alone. */
const changeOccurrence = async (
  unit: UnitOfWork,
  calendar: Calendar,
  series: SeriesState,
  { id, start }: OccurrenceTask,
): Promise<void> => {
  const before = await unit.load(event, id);
  if (!exists(before)) return;
  const changes = series.changes.filter((name) => !before.ownFields.includes(name));
  const shared = Object.entries(series.shared).filter(([name]) => changes.includes(name));
  const fields: Partial<EventFields> = {
    ...Object.fromEntries(shared),
    ...(changes.includes(SCHEDULE) && scheduleAt(calendar, series, start)),
    series: series.id,
    occurrence: start,
    importUid: await freeUid(unit, series, { start, present: before.importUid }),
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

/** Writes the next occurrences that a change of the series has left, as many as a commit holds. */
export const writeOccurrences = async (unit: UnitOfWork, calendar: Calendar, id: number): Promise<SeriesState> => {
  const series = await unit.load(seriesAggregate, id);
  const tasks = series.tasks.slice(0, OCCURRENCES_A_COMMIT);
  if (tasks.length === 0) return series;
  for (const task of tasks) {
    if (task.does === 'make') await makeOccurrence(unit, calendar, series, task);
    else if (task.does === 'change') await changeOccurrence(unit, calendar, series, task);
    else await removeOccurrence(unit, calendar, task);
  }
  const written = { type: 'SeriesOccurrencesWritten', data: { count: tasks.length } } as const;
  return unit.append(seriesAggregate, id, [written]);
};

const readSeries = async ({ documents }: Pick<Calendar, 'documents'>, id: number): Promise<SeriesState | undefined> =>
  (await documents.get<SeriesState>(seriesCollection, id))?.body ?? undefined;

/**
 * Writes all occurrences that earlier commits of a series have left, in further commits.
 * @returns the series without anything left to write; undefined if it is gone
 */
export const finishSeries = async (
  calendar: Calendar,
  { commands, context }: { readonly commands: Commands; readonly context: CommandContext },
  id: number,
): Promise<SeriesState | undefined> => {
  // each further commit has an id of its own
  const { commitId: _, ...further } = context;
  const mutexKeys = [streamOf(seriesAggregate, id)];
  let series = await readSeries(calendar, id);
  while (series?.hasTasks === true) {
    const { result } = await commands.run(further, (unit) => writeOccurrences(unit, calendar, id), { mutexKeys });
    series = result;
  }
  return series;
};
