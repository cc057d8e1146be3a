import { streamOf } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import { type EventState, events } from '../events/event.ts';
import { type SeriesState, seriesCollection } from '../events/seriesAggregate.ts';
import {
  type FeedItem,
  type FeedRuns,
  type FeedSeriesItem,
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
  const { items } = await readKnown(calendar.entries, feed.id);
  const known: NotedItems = new Map(Array.from(items.values(), (item) => [item.event, item]));
  const changed = await calendar.documents.getMany<EventState>(events, [...shown.union(removed)]);
  const gone = changed.filter(({ id }) => removed.has(id)).flatMap((event) => unnotedRemoval(event, known));
  const present = changed.filter(({ id }) => shown.has(id)).flatMap((event) => unreadItem(event, known));
  await putItems(calendar.entries, feed.id, [...gone, ...present]);
  for (const item of await unreadSeries(calendar, changed)) await putSeriesItem(calendar.entries, feed.id, item);
  return { version, removed: gone.length, isNews: true };
};

/** The noted entries by their events. */
type NotedItems = ReadonlyMap<number, FeedItem>;

/** Returns the entry of a removed event, as a run notes it; none if it is noted already. */
const unnotedRemoval = ({ id, importUid: uid }: EventState, known: NotedItems): readonly FeedItem[] => {
  const item = known.get(id);
  if (item !== undefined) return item.removed ? [] : [{ ...item, removed: true }];
  return uid === null ? [] : [{ uid, event: id, digest: WITH_SERIES, removed: true }];
};

/**
 * Returns the entry of an event that was made or changed, as unread; none for a new occurrence, because a run ends it by
 * the name of its series alone.
 */
const unreadItem = ({ id, importUid, series }: EventState, known: NotedItems): readonly FeedItem[] => {
  const item = known.get(id);
  const uid = item?.uid ?? importUid;
  const isKept = item?.removed === false || series === null;
  return isKept && uid !== null ? [{ uid, event: id, digest: UNREAD, removed: false }] : [];
};

/** Returns the series whose occurrences were made, changed or removed, as unread. */
const unreadSeries = async (
  { documents }: Calendar,
  changed: readonly EventState[],
): Promise<readonly FeedSeriesItem[]> => {
  const ids = new Set(changed.flatMap(({ series }) => series ?? []));
  const owners = await documents.getMany<SeriesState>(seriesCollection, [...ids]);
  return owners.flatMap(({ id, deleted, importUid: uid }): FeedSeriesItem[] =>
    deleted || uid === null ? [] : [{ uid, series: id, digest: UNREAD, removed: false }],
  );
};
