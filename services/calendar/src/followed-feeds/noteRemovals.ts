import { streamOf } from '@almanac/event-sourcing';
import { type EventState, events } from '../events/event.ts';
import { type FeedItem, type FeedRuns, putItems, readKnown, WITH_SERIES } from './feedMemory.ts';
import { type FollowedFeedEvent, followedFeedDecider } from './followedFeed.ts';
import type { Run } from './takeEntries.ts';

interface NotedRemovals {
  /** The version of the feed's stream up to which removals are noted. */
  readonly version: number;
  /** The number of events whose removal was not noted before. */
  readonly removed: number;
}

/**
 * Notes the events that a run has moved to the trash, if it was killed before it noted them. Without the note they would
 * not come back with their entries. The commits of a run name the events.
 */
export const noteRemovals = async (
  run: Run,
  { notedVersion }: Pick<FeedRuns, 'notedVersion'>,
): Promise<NotedRemovals> => {
  const { calendar, feed } = run;
  const removed = new Set<number>();
  let version = notedVersion ?? feed.version;
  const stream = streamOf(followedFeedDecider, feed.id);
  for await (const recorded of calendar.store.readStream<FollowedFeedEvent>(stream, { from: version + 1 })) {
    version = recorded.version;
    if (recorded.type !== 'FollowedFeedItemsTaken') continue;
    for (const id of recorded.data.removed) removed.add(id);
    for (const id of [...recorded.data.created, ...recorded.data.updated]) removed.delete(id);
  }
  const items = removed.size === 0 ? [] : await unnotedOf(run, removed);
  await putItems(calendar.entries, feed.id, items);
  return { version, removed: items.length };
};

/** Returns the entries of removed events, as a run notes them, that are not noted yet. */
const unnotedOf = async ({ calendar, feed }: Run, removed: ReadonlySet<number>): Promise<readonly FeedItem[]> => {
  const { items } = await readKnown(calendar.entries, feed.id);
  const known = new Map(Array.from(items.values(), (item) => [item.event, item]));
  const found = await calendar.documents.getMany<EventState>(events, [...removed]);
  return found.flatMap(({ id, importUid: uid }): FeedItem[] => {
    const item = known.get(id);
    if (item !== undefined) return item.removed ? [] : [{ ...item, removed: true }];
    return uid === null ? [] : [{ uid, event: id, digest: WITH_SERIES, removed: true }];
  });
};
