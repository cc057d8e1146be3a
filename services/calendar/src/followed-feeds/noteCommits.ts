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
  /** True if a killed run has made commits. */
  readonly isNews: boolean;
}

/** The events that commits of runs have made, changed or removed; those that are both count as they are now. */
interface CommittedEvents {
  readonly shown: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
  /** The version of the last commit. */
  readonly version: number;
}

/** Reads the commits of a feed after a version of its stream. */
export const readCommits = async ({ calendar, feed }: Run, after: number): Promise<CommittedEvents> => {
  const shown = new Set<number>();
  const removed = new Set<number>();
  let version = after;
  const stream = streamOf(followedFeedDecider, feed.id);
  for await (const recorded of calendar.store.readStream<FollowedFeedEvent>(stream, { from: after + 1 })) {
    version = recorded.version;
    if (recorded.type !== 'FollowedFeedItemsTaken') continue;
    for (const id of recorded.data.removed) {
      removed.add(id);
      shown.delete(id);
    }
    for (const id of [...recorded.data.created, ...recorded.data.updated]) {
      shown.add(id);
      removed.delete(id);
    }
  }
  return { shown, removed, version };
};

/**
 * Notes the events that a killed run has made, changed or moved to the trash. Without the note, events would stay when
 * their entries vanish, would not come back with them, and would keep a change that the feed has taken back. The commits
 * of a run name the events.
 */
export const noteCommits = async (
  run: Run,
  { notedVersion }: Pick<FeedRuns, 'notedVersion'>,
): Promise<NotedCommits> => {
  const { calendar, feed } = run;
  const { shown, removed, version } = await readCommits(run, notedVersion ?? feed.version);
  if (shown.size === 0 && removed.size === 0) return { version, removed: 0, isNews: false };
  const known = await readKnown(calendar.entries, feed.id);
  const gone = await unnotedRemovals(calendar, known, removed);
  const present = await unreadItems(calendar, known, shown);
  await putItems(calendar.entries, feed.id, [...gone, ...present]);
  for (const item of await unreadSeries(calendar, shown.union(removed)))
    await putSeriesItem(calendar.entries, feed.id, item);
  return { version, removed: gone.length, isNews: true };
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
 * Returns the entries of events that were made or changed, as unread. New occurrences are left out, because a run ends
 * them by the name of their series alone.
 */
const unreadItems = async (
  { documents }: Calendar,
  entries: KnownEntries,
  shown: ReadonlySet<number>,
): Promise<readonly FeedItem[]> => {
  const known = byEvent(entries);
  const found = await documents.getMany<EventState>(events, [...shown]);
  return found.flatMap(({ id, importUid, series }): FeedItem[] => {
    const item = known.get(id);
    const uid = item?.uid ?? importUid;
    const isKept = item?.removed === false || series === null;
    return isKept && uid !== null ? [{ uid, event: id, digest: UNREAD, removed: false }] : [];
  });
};

/** Returns the series whose occurrences were made, changed or removed, as unread. */
const unreadSeries = async (
  { documents }: Calendar,
  changed: ReadonlySet<number>,
): Promise<readonly FeedSeriesItem[]> => {
  const found = await documents.getMany<EventState>(events, [...changed]);
  const ids = new Set(found.flatMap(({ series }) => series ?? []));
  const owners = await documents.getMany<SeriesState>(seriesCollection, [...ids]);
  return owners.flatMap(({ id, deleted, importUid: uid }): FeedSeriesItem[] =>
    deleted || uid === null ? [] : [{ uid, series: id, digest: UNREAD, removed: false }],
  );
};
