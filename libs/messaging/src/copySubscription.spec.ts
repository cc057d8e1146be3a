import type { DatabaseSync } from 'node:sqlite';
import type { Collection, DocumentId, DocumentWrite } from '@almanac/documents';
import { createSqliteDocuments, openDatabase } from '@almanac/documents/sqlite';
import type { EventStore } from '@almanac/event-store';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { until } from './bus.contract.ts';
import { type Delivery, guardOf, type Subscription } from './bus.ts';
import {
  type CopiedDocuments,
  copySubscription,
  dropCopy,
  IncompleteCopyError,
  mergeCopy,
} from './copySubscription.ts';
import { createEmbeddedBus, createSources } from './embedded/embeddedBus.ts';
import { memoryEntries } from './testing/memoryEntries.ts';
import { createTestLog, publishTest, testEvent } from './testing/testLog.ts';

const copies: Collection = { name: 'copies', projectionVersion: 1 };

interface TestEvent {
  readonly id: number;
  readonly text: string;
}

const world = () => {
  const documents = createSqliteDocuments(openDatabase(':memory:'), [copies]);
  const batches: (readonly DocumentWrite[])[] = [];
  const write = (writes: readonly DocumentWrite[]): Promise<void> => {
    batches.push(writes);
    return documents.write(writes);
  };
  const read: DocumentId[] = [];
  const get: CopiedDocuments['get'] = (collection, id) => {
    read.push(id);
    return documents.get(collection, id);
  };
  const subscription = copySubscription({
    name: 'misc.copies',
    sources: ['core'],
    takes: [testEvent],
    documents: { get, write },
    handle: async (delivery, copied) => {
      const { id, text } = delivery.data as TestEvent;
      if (text === 'bad') throw new RangeError('not to be copied');
      const said = (await copied.get<string[]>(copies, id))?.body ?? [];
      await copied.write([{ collection: copies, id, version: guardOf(delivery), body: [...said, text] }]);
    },
  });
  const saidBy = async (id: number) => (await documents.get<string[]>(copies, id))?.body;
  return { documents, batches, read, subscription, saidBy };
};

const delivery = (position: number, id: number, text: string): Delivery => ({
  source: 'core',
  epoch: 1,
  position,
  n: 0,
  type: 'core.test.v1',
  key: `tag-${id}`,
  data: { id, text },
  at: '2026-01-01T00:00:00.000Z',
  principal: 'system',
  language: 'en',
  correlation: 'one',
});

describe('copies from deliveries that arrive together', () => {
  it('are read once and written at once, each in its last form and based on the one before', async () => {
    const { subscription, batches, read, saidBy } = world();
    await subscription.handle(delivery(1, 7, 'a'));
    await subscription.handleTogether?.([delivery(2, 7, 'b'), delivery(3, 8, 'c'), delivery(4, 7, 'd')]);
    expect([read, batches.map((writes) => writes.length)]).toEqual([
      [7, 7, 8],
      [1, 2],
    ]);
    expect(batches[1]?.map(({ id, isNew }) => [id, isNew])).toEqual([
      [7, false],
      [8, true],
    ]);
    expect([await saidBy(7), await saidBy(8)]).toEqual([['a', 'b', 'd'], ['c']]);
  });

  it('leave newer copies unchanged, as single writes do', async () => {
    const { subscription, saidBy } = world();
    await subscription.handle(delivery(5, 7, 'newer'));
    await subscription.handleTogether?.([delivery(4, 7, 'late'), delivery(6, 7, 'newest')]);
    expect(await saidBy(7)).toEqual(['newer', 'newest']);
  });

  describe('from an older projection', () => {
    /** Copies that contain the version of their event. */
    const madeUnder = (database: DatabaseSync, projectionVersion: number) => {
      const collection: Collection = { ...copies, projectionVersion };
      const documents = createSqliteDocuments(database, [collection]);
      const { handleTogether } = copySubscription({
        name: 'misc.copies',
        sources: ['core'],
        takes: [testEvent],
        documents,
        handle: async (one, copied) => {
          const before = (await copied.get(collection, 7))?.version ?? 0;
          const body = { text: (one.data as TestEvent).text, projectionVersion, before };
          await copied.write([{ collection, id: 7, version: guardOf(one), body }]);
        },
      });
      return { handle: handleTogether!, copied: async () => (await documents.get(collection, 7))?.body };
    };
    const [first, second, late, fifth, sixth] = [1, 2, 4, 5, 6].map((at) => delivery(at, 7, `at ${at}`));

    it('are rebuilt from the same deliveries, and stay so', async () => {
      const database = openDatabase(':memory:');
      const [older, newer] = [madeUnder(database, 1), madeUnder(database, 2)];
      await older.handle([first!, second!]);
      await newer.handle([first!, second!]);
      expect(await newer.copied()).toMatchObject({ text: 'at 2', projectionVersion: 2 });
      await older.handle([second!]);
      expect(await newer.copied()).toMatchObject({ text: 'at 2', projectionVersion: 2 });
    });

    it('are newer all the same if their delivery is', async () => {
      const database = openDatabase(':memory:');
      const [older, newer] = [madeUnder(database, 1), madeUnder(database, 2)];
      await older.handle([fifth!]);
      await newer.handle([late!, sixth!]);
      expect(await newer.copied()).toEqual({ text: 'at 6', projectionVersion: 2, before: guardOf(fifth!) });
    });
  });

  it('are not written if one of them fails', async () => {
    const { subscription, batches } = world();
    await expect(subscription.handleTogether?.([delivery(1, 7, 'a'), delivery(2, 8, 'bad')])).rejects.toThrow('not to');
    expect(batches).toEqual([]);
  });
});

const subscribed = async (store: EventStore, subscription: Subscription) => {
  const entries = memoryEntries();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const sources = createSources([['core', { store, publishing: publishTest }]]);
  const bus = createEmbeddedBus({ sources, entries, log, poll: 50, attempts: 2 });
  return { bus, running: await bus.subscribe(subscription) };
};

describe('the embedded bus', () => {
  it('delivers waiting events together, and one by one after a failure', async () => {
    const { subscription, batches, saidBy } = world();
    const store = createSqliteEventStore(openDatabase(':memory:'));
    const append = createTestLog(store);
    for (let id = 1; id <= 40; id++) await append([`tag-${id}`], { text: id === 36 ? 'bad' : 'good' });
    const { bus, running } = await subscribed(store, subscription);
    await until(async () => (await running.lag()).get('core') === 0);
    expect(batches.map((writes) => writes.length)).toEqual([32, 1, 1, 1, 1, 1, 1, 1]);
    expect([await saidBy(36), await saidBy(40)]).toEqual([undefined, ['good']]);
    for (let turn = 0; turn < 3; turn++) await append(['tag-41'], { text: 'more' });
    await until(async () => (await saidBy(41))?.length === 3);
    await bus.close();
  });
});

describe('the copy of a record', () => {
  const deliveryOf = (position: number, text: string) => ({ ...delivery(position, 7, text), data: { id: 7, text } });

  it('is made from the stored one, changes no more with older deliveries, and stays dropped', async () => {
    const { documents, saidBy } = world();
    const merge = (position: number, text: string) =>
      mergeCopy<string[]>(documents, copies, deliveryOf(position, text), (known) => [...(known ?? []), text]);
    await merge(1, 'a');
    await merge(3, 'c');
    await merge(2, 'b');
    expect(await saidBy(7)).toEqual(['a', 'c']);
    await dropCopy(documents, copies, deliveryOf(4, ''));
    await merge(4, 'd');
    expect(await saidBy(7)).toBeNull();
  });

  it('is not stored while facts are missing', async () => {
    const { documents, saidBy } = world();
    const merged = mergeCopy(documents, copies, deliveryOf(1, 'a'), () => undefined);
    await expect(merged).rejects.toThrow(IncompleteCopyError);
    expect(await saidBy(7)).toBeUndefined();
  });
});
