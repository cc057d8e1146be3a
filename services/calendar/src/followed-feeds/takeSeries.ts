import { isDomainError } from '@almanac/i18n';
import type { Calendar } from '../calendar.ts';
import { type EventState, events } from '../events/event.ts';
import { SCHEDULE } from '../events/ownFields.ts';
import { scheduleOf } from '../events/schedule.ts';
import type { OccurrenceTask, SeriesPlan, SeriesState } from '../events/seriesAggregate.ts';
import { BatchPictures } from '../imports/batchPictures.ts';
import { seriesFieldsChangedByHand } from '../imports/handChanges.ts';
import { hasSeries, importedSeriesChange, newImportedSeries } from '../imports/importedSeries.ts';
import { ITEMS_A_COMMIT, prepareItems, refusalOf } from '../imports/importItems.ts';
import { eventsToTakeUp, seriesNamed } from '../series/importedEvents.ts';
import { endImported } from '../series/importSeries.ts';
import { planImport } from '../series/planSeries.ts';
import { finishGroup } from '../series/seriesGroups.ts';
import { planningOf, untilUnmoved } from '../series/seriesSelection.ts';
import {
  type FeedItem,
  type FeedSeriesItem,
  forgetItems,
  type KnownEntries,
  putItems,
  putSeriesItem,
  WITH_SERIES,
} from './feedMemory.ts';
import { type FollowedFeed, followedFeeds } from './followedFeed.ts';
import type { FeedSeries } from './readFeed.ts';
import {
  commitItems,
  contextOf,
  foreignOf,
  originOf,
  type Run,
  removableOf,
  requestOf,
  restore,
  rulesOf,
  type WrittenSeries,
} from './takeEntries.ts';

const finishingOf = (run: Run) => ({ commands: run.commands, context: contextOf(run) });

/** Returns the events that may become occurrences of an entry: those with its name, or with names of occurrences. */
const existingOf = async ({ documents }: Calendar, uid: string, series: number | undefined) => {
  const filter = { field: 'importUid', equals: uid };
  const singles = (await documents.find<EventState>(events, { filter })).filter((state) => state.series === null);
  return [...singles, ...(await eventsToTakeUp({ documents }, uid, series))];
};

/** True if another feed has made the series of an entry, or one of the events that would become its occurrences. */
const isForeign = async (run: Run, uid: string, existing: readonly EventState[]): Promise<boolean> => {
  const { calendar, commands, feed } = run;
  const named = existing.flatMap(({ importUid }) => (importUid === null ? [] : [{ uid: importUid }]));
  if ((await foreignOf(run, named)).size > 0) return true;
  const others = (await calendar.documents.find<FollowedFeed>(followedFeeds, {})).filter(({ id }) => id !== feed.id);
  const { result } = await commands.run(contextOf(run), async (unit) => {
    for (const other of others) if (await hasSeries(unit, originOf(other), uid)) return true;
    return false;
  });
  return result;
};

const idsOf = (tasks: readonly OccurrenceTask[], does: OccurrenceTask['does']): number[] =>
  tasks.filter((task) => task.does === does).map(({ id }) => id);

/** The outcome of a recurring entry; the plan is undefined if nothing has changed. */
type SeriesOutcome = { readonly plan: SeriesPlan | undefined } | 'refused';

/** Makes the series of an entry, or changes it, in as many commits as its occurrences need. */
const writeSeries = async (run: Run, part: FeedSeries): Promise<SeriesOutcome> => {
  const { calendar, feed } = run;
  const found = await seriesNamed(calendar, part.uid);
  const selected = found && (await finishGroup(calendar, finishingOf(run), found.id));
  const existing = await existingOf(calendar, part.uid, selected?.id);
  const state = rulesOf(run, selected?.language ?? part.language ?? feed.language, part.isPrivate);
  const importing = { calendar, request: requestOf(run), state, pictures: new BatchPictures(calendar) };
  const [ready] = await prepareItems(importing, [part.item]);
  if (ready === undefined || 'refused' in ready) return 'refused';
  const { uid, recurrence, isPrivate } = part;
  const recurring = { origin: state.origin, uid, ready, recurrence, isPrivate, existing };
  try {
    const decide =
      selected === undefined
        ? await newImportedSeries(calendar, recurring)
        : await importedSeriesChange(calendar, selected, recurring, (ids) => removableOf(run, ids));
    const plan = await commitItems(run, async (unit) => {
      const decided = await decide(unit);
      const tasks = decided?.tasks ?? [];
      const [created, updated, removed] = [idsOf(tasks, 'make'), idsOf(tasks, 'change'), idsOf(tasks, 'trash')];
      return { result: decided, taken: { created, updated, removed } };
    });
    return { plan };
  } catch (error) {
    refusalOf(error);
    return 'refused';
  }
};

/** Remembers events that a series has moved to the trash, so that they come back with their entry. */
const rememberRemoved = async (run: Run, ids: readonly number[]): Promise<void> => {
  const { documents, entries } = run.calendar;
  const found = await documents.getMany<EventState>(events, ids);
  const items = found.flatMap(({ importUid: uid, id }): FeedItem[] =>
    uid === null ? [] : [{ uid, event: id, digest: WITH_SERIES, removed: true }],
  );
  await putItems(entries, run.feed.id, items);
};

/** Restores occurrences that have left with their series before. */
const restoreRemoved = async (
  run: Run,
  { isPrivate }: FeedSeries,
  items: ReadonlyMap<string, FeedItem>,
  occurrences: ReadonlySet<number>,
): Promise<void> => {
  const left = [...items.values()].filter(({ digest, event }) => digest === WITH_SERIES && occurrences.has(event));
  for (let at = 0; at < left.length; at += ITEMS_A_COMMIT) {
    const back = left.slice(at, at + ITEMS_A_COMMIT);
    const uids = back.map(({ uid }) => uid);
    await restore(
      run,
      back,
      uids.map((uid) => ({ uid, isPrivate })),
    );
    await forgetItems(run.calendar.entries, run.feed.id, uids);
  }
};

/**
 * Makes a recurring entry a series, or changes its series. Single events that were made of the entry before become
 * occurrences and keep their ids and edits. A series that a person has deleted, or another feed has made, is left out.
 * @param earlier the entries of earlier runs
 */
export const takeSeries = async (
  run: Run,
  part: FeedSeries,
  earlier: KnownEntries,
  written: WrittenSeries,
): Promise<void> => {
  const { calendar, feed } = run;
  const { uid, digest } = part;
  const known = earlier.series.get(uid);
  const before = await seriesNamed(calendar, uid);
  const isDeleted = before === undefined && known !== undefined && !known.removed;
  if (isDeleted || (await isForeign(run, uid, await existingOf(calendar, uid, before?.id)))) {
    written.left.add(uid);
    if (isDeleted) await putSeriesItem(calendar.entries, feed.id, { ...known, digest });
    return;
  }
  const outcome = await untilUnmoved(() => writeSeries(run, part));
  const after = await seriesNamed(calendar, uid);
  if (outcome === 'refused' || after === undefined) {
    written.left.add(uid);
    return;
  }
  await finishGroup(calendar, finishingOf(run), after.id);
  const tasks = outcome.plan?.tasks ?? [];
  written.ids.set(uid, after.id);
  for (const id of idsOf(tasks, 'make')) written.made.add(id);
  for (const id of idsOf(tasks, 'change')) written.changed.add(id);
  await rememberRemoved(run, idsOf(tasks, 'trash'));
  await restoreRemoved(run, part, earlier.items, new Set(after.occurrences.map(([, id]) => id)));
  await putSeriesItem(calendar.entries, feed.id, { uid, series: after.id, digest, removed: false });
};

/** Returns the events that remain occurrences of an entry, whatever their names were. */
export const keptBy = async ({ calendar }: Run, part: FeedSeries): Promise<readonly number[]> => {
  const series = await seriesNamed(calendar, part.uid);
  const existing = await existingOf(calendar, part.uid, series?.id);
  const singles = existing.flatMap(({ importUid, id }) => (importUid === part.uid ? [id] : []));
  return series === undefined ? singles : [...singles, ...(await plannedIds(calendar, series, part))];
};

const plannedIds = async (calendar: Calendar, series: SeriesState, part: FeedSeries): Promise<readonly number[]> => {
  const present = series.occurrences.map(([, id]) => id);
  const byHand = (await seriesFieldsChangedByHand(calendar, series.id)).at(-1);
  if (byHand?.has(SCHEDULE) === true) return present;
  const { dates, allDay, recurrence } = part;
  const { timezone: zone, day_cutoff: cutoff } = calendar.settings.current();
  const timezone = dates.timezone || zone;
  const clockOf = (date: string): string => (allDay ? `${date} 00:00:00` : date);
  const [start, end] = [clockOf(dates.start_date), clockOf(dates.end_date)];
  try {
    const first = scheduleOf(undefined, { timezone, allDay, start, end }, { zone, cutoff });
    const planning = { ...planningOf(calendar)(), nextId: () => Promise.resolve(0) };
    const planned = await planImport(series, { shared: {}, times: { first, recurrence } }, new Map(), planning);
    return planned === undefined ? present : planned.after.occurrences.map(([, id]) => id);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return present;
  }
};

/**
 * Ends the series of an entry that the feed has no longer.
 * @param present the events that other entries of the feed have
 */
export const endSeries = async (run: Run, known: FeedSeriesItem, present: ReadonlySet<number>): Promise<void> => {
  const { calendar, feed } = run;
  await untilUnmoved(async () => {
    const found = await seriesNamed(calendar, known.uid);
    const selected = found && (await finishGroup(calendar, finishingOf(run), found.id));
    if (selected === undefined) return;
    const removable = async (ids: readonly number[]) =>
      removableOf(
        run,
        ids.filter((id) => !present.has(id)),
      );
    const trashes = feed.onRemoved === 'trash';
    const removed = await commitItems(run, async (unit) => {
      const result = (await endImported(unit, calendar, { selected, trashes, removable })).map(([, id]) => id);
      return { result, taken: { created: [], updated: [], removed: result } };
    });
    await finishGroup(calendar, finishingOf(run), selected.id);
    await rememberRemoved(run, removed);
  });
  await putSeriesItem(calendar.entries, feed.id, { ...known, removed: true });
};
