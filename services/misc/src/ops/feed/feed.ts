import { publishedEvents } from '@almanac/contracts';
import { serviceNames } from '@almanac/manifest';
import type { Delivery, Subscription } from '@almanac/messaging';
import type { ServicePorts } from '@almanac/service';
import { type PermalinkPorts, withPermalinks } from './feedPermalinks.ts';
import { erasureOf, FeedStore, type PlacedEvent } from './feedStore.ts';
import { FeedWriter } from './feedWriter.ts';

/** The services whose integration events the feed contains (docs/interface/ops.md §7): all of them. */
export const FEED_SOURCES = serviceNames;

/** Retention of events in the feed, in milliseconds. */
const FEED_RETENTION_MS = 30 * 86_400_000;
const DROPS_EVERY = 3_600_000;

/** The feed in this process: it stores published events and notifies listeners. */
export interface Feed {
  readonly store: FeedStore;
  /** Returns events of the store as its readers get them, with the present paths of posts. */
  withPermalinks(found: readonly PlacedEvent[]): Promise<readonly PlacedEvent[]>;
  readonly subscription: Subscription;
  /** Calls the listener after events may have been added. Returns a function that removes the listener. */
  onAdded(listener: () => void): () => void;
  /** Drops events older than 30 days. */
  drop(): Promise<void>;
  /** Drops old events every hour. Returns a function that stops this. */
  startDropping(): () => void;
}

type FeedPorts = PermalinkPorts & Pick<ServicePorts, 'entries' | 'now' | 'log'>;

export const createFeed = (ports: FeedPorts): Feed => {
  const store = new FeedStore(ports.entries);
  const listeners = new Set<() => void>();
  const added = (): void => {
    for (const listener of listeners) listener();
  };
  const writer = new FeedWriter({ ...ports, feed: store, added });
  const drop = () => writer.dropBefore(ports.now().getTime() - FEED_RETENTION_MS);
  return {
    store,
    withPermalinks: (found) => withPermalinks(ports, found),
    drop,
    subscription: feedSubscription(store, writer),
    onAdded: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    startDropping: () => {
      const dropNow = () =>
        drop().catch((err: unknown) => ports.log.warn({ err }, 'old events of the feed could not be deleted'));
      const timer = setInterval(dropNow, DROPS_EVERY).unref();
      return () => clearInterval(timer);
    },
  };
};

const feedSubscription = (store: FeedStore, writer: FeedWriter): Subscription => {
  const handleTogether = async (deliveries: readonly Delivery[]): Promise<void> => {
    await writer.add(deliveries);
    for (const delivery of deliveries) await eraseOf(store, delivery);
  };
  return {
    name: 'misc.feed',
    sources: FEED_SOURCES,
    takes: publishedEvents,
    handle: (delivery) => handleTogether([delivery]),
    handleTogether,
  };
};

/** Erases personal data from the feed if the delivery is an erasure. */
const eraseOf = async (store: FeedStore, delivery: Delivery): Promise<void> => {
  const erasure = erasureOf(delivery);
  if (erasure !== undefined) await store.erase(erasure);
};
