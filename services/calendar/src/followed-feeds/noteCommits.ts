import { streamOf } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import { type EventState, events } from '../events/event.ts';
import { type SeriesState, seriesCollection } from '../events/seriesAggregate.ts';
import {
  type FeedItem,
  type FeedRuns,
  type FeedSeriesItem,
  type KnownEntries,
  putItems,
  putSeriesItem,
  readKnown,
  UNREAD,
  WITH_SERIES,
} from './feedMemory.ts';
import { type FollowedFeedEvent, followedFeedDecider } from './followedFeed.ts';
import type { Run } from './takeEntries.ts';

interface NotedCommits {
  /** The version of the feed's stream up to which its commits are noted. */
  readonly version: number;
  /** The number of events whose removal was not noted before. */
  readonly removed: number;
  /** True if the commits of a killed run had events that were not noted. */
  readonly isNews: boolean;
}

/**
 * Notes the events that a run has made, changed or moved to the trash, if it was killed before it noted them. Without
 * the note, events would stay when their entries vanish, and would not come back with them. The commits of a run name
 * the events.
 */
export const noteCommits = async (
  run: Run,
  { notedVersion }: Pick<FeedRuns, 'notedVersion'>,
): Promise<NotedCommits> => {
  const { calendar, feed } = run;
  const shown = new Set<number>();
  const removed = new Set<number>();
  let version = notedVersion ?? feed.version;
  const stream = streamOf(followedFeedDecider, feed.id);
  for await (const recorded of calendar.store.readStream<FollowedFeedEvent>(stream, { from: version + 1 })) {
    version = recorded.version;
    if (recorded.type !== 'FollowedFeedItemsTaken') continue;
    for (const id of recorded.data.removed) removed.add(id);
    for (const id of [...recorded.data.created, ...recorded.data.updated]) {
      shown.add(id);
      removed.delete(id);
    }
  }
  if (shown.size === 0 && removed.size === 0) return { version, removed: 0, isNews: false };
  const known = await readKnown(calendar.entries, feed.id);
  const gone = await unnotedRemovals(calendar, known, removed);
  const present = await unnotedEvents(calendar, known, shown.difference(removed));
  await putItems(calendar.entries, feed.id, [...gone, ...present.items]);
  for (const item of present.series) await putSeriesItem(calendar.entries, feed.id, item);
  const isNews = gone.length + present.items.length + present.series.length > 0;
  return { version, removed: gone.length, isNews };
};

const byEvent = ({ items }: KnownEntries): ReadonlyMap<number, FeedItem> =>
  new Map(Array.from(items.values(), (item) => [item.event, item]));

/** Returns the entries of removed events, as a run notes them, that are not noted yet. */
const unnotedRemovals = async (
  { documents }: Calendar,
  entries: KnownEntries,
  removed: ReadonlySet<number>,
): Promise<readonly FeedItem[]> => {
  const known = byEvent(entries);
  const found = await documents.getMany<EventState>(events, [...removed]);
  return found.flatMap(({ id, importUid: uid }): FeedItem[] => {
    const item = known.get(id);
    if (item !== undefined) return item.removed ? [] : [{ ...item, removed: true }];
    return uid === null ? [] : [{ uid, event: id, digest: WITH_SERIES, removed: true }];
  });
};

/**
 * Returns the entries of events that were made or changed and are not noted as such: single events, and the series of
 * occurrences, by whose name alone a run ends them.
 */
const unnotedEvents = async (
  { documents }: Calendar,
  entries: KnownEntries,
  shown: ReadonlySet<number>,
): Promise<{ readonly items: readonly FeedItem[]; readonly series: readonly FeedSeriesItem[] }> => {
  const known = byEvent(entries);
  const found = await documents.getMany<EventState>(events, [...shown]);
  const items = found.flatMap(({ id, importUid, series }): FeedItem[] => {
    const uid = known.get(id)?.uid ?? importUid;
    const isNoted = known.get(id)?.removed === false;
    return isNoted || series !== null || uid === null ? [] : [{ uid, event: id, digest: UNREAD, removed: false }];
  });
  const ids = new Set(found.flatMap(({ series }) => series ?? []));
  const owners = await documents.getMany<SeriesState>(seriesCollection, [...ids]);
  const series = owners.flatMap(({ id, deleted, importUid: uid }): FeedSeriesItem[] => {
    if (deleted || uid === null || entries.series.get(uid)?.removed === false) return [];
    return [{ uid, series: id, digest: UNREAD, removed: false }];
  });
  return { items, series };
};
