import type { Entries } from '@almanac/documents';
import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { blockId, START, type StoredDelivery } from './feedEvent.ts';
import { FeedStore } from './feedStore.ts';

const user = (id: number): StoredDelivery => ({
  source: 'core',
  epoch: 1,
  position: id,
  n: 0,
  type: 'core.user-changed.v1',
  key: `user-${id}`,
  data: { id, name: 'Ann', slug: 'ann' },
  at: '2026-11-22T10:00:00Z',
  principal: 'system',
  language: 'en',
  correlation: 'a',
});

describe('the blocks of the feed', () => {
  it('wait for the disk once a client reads them, and not again until there are more', async () => {
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

  it('are not shown before they are on the disk, not even to concurrent readers', async () => {
    const entries = createSqliteEntries(openDatabase(':memory:'), { now: Date.now });
    const disk = Promise.withResolvers<void>();
    const slow: Entries = {
      ...entries,
      put: async (...args) => {
        await disk.promise;
        return entries.put(...args);
      },
    };
    const store = new FeedStore(slow);
    await store.add({ block: 1, added: 0, events: [user(7)] });
    const told: string[] = [];
    const readers = ['one', 'other'].map(async (name) => {
      await store.eventsAfter(START);
      told.push(name);
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(told).toEqual([]);
    disk.resolve();
    await Promise.all(readers);
  });

  it('wait for the disk again if it failed', async () => {
    const entries = createSqliteEntries(openDatabase(':memory:'), { now: Date.now });
    let isFull = true;
    const store = new FeedStore({
      ...entries,
      put: (...args) => (isFull ? Promise.reject(new Error('the disk is full')) : entries.put(...args)),
    });
    await store.add({ block: 1, added: 0, events: [user(7)] });
    for (let turn = 0; turn < 2; turn++) await expect(store.eventsAfter(START)).rejects.toThrow('the disk is full');
    isFull = false;
    expect(await store.eventsAfter(START)).toHaveLength(1);
  });

  it('lose the personal data of each of several persons who are erased at the same time', async () => {
    const entries = createSqliteEntries(openDatabase(':memory:'), { now: Date.now });
    const store = new FeedStore(entries);
    await store.add({ block: 1, added: 0, events: [user(7), user(8), user(9)] });
    const erase = (id: number, by = store) => by.erase({ source: 'core', person: `user-${id}` });
    await Promise.all([erase(7), erase(8)]);
    expect((await store.eventsAfter(START)).map(({ event }) => event.data)).toEqual([
      { id: 7, name: null, slug: null },
      { id: 8, name: null, slug: null },
      { id: 9, name: 'Ann', slug: 'ann' },
    ]);
    const dropping: Entries = {
      ...entries,
      put: async (...args) => {
        await entries.delete('feed', blockId(1));
        return entries.put(...args);
      },
    };
    await erase(9, new FeedStore(dropping));
    expect(await entries.list('feed')).toEqual([]);
  });
});
