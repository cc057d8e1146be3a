import type { Entries } from '@almanac/documents';
import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { FeedStore } from './feedStore.ts';

describe('the blocks of the feed', () => {
  it('wait for the disk once somebody reads them, and not again until there are more', async () => {
    const entries = createSqliteEntries(openDatabase(':memory:'), { now: Date.now });
    const flushes: string[] = [];
    const watched: Entries = {
      ...entries,
      put: (kind, ...rest) => {
        flushes.push(kind);
        return entries.put(kind, ...rest);
      },
    };
    const store = new FeedStore(watched);
    await store.add({ block: 1, added: 0, events: [] });
    await store.add({ block: 2, added: 0, events: [] });
    expect(flushes).toEqual([]);
    await store.eventsAfter({ block: 0, index: 0 });
    await store.newest();
    expect(flushes).toEqual(['feed-flushed']);
    await store.add({ block: 3, added: 0, events: [] });
    await store.at({ block: 3, index: 0 });
    expect(flushes).toHaveLength(2);
  });
});
