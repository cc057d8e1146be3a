import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { isBefore, START, type StoredDelivery } from './feedEvent.ts';
import { FeedStore } from './feedStore.ts';
import { FeedTail } from './feedTail.ts';

const endAt = (block: number) => ({ block, index: 0 });
const event = (position: number, n = 0): StoredDelivery => ({
  source: 'core',
  epoch: 1,
  position,
  n,
  type: 'core.tag-changed.v1',
  key: 'tag-1',
  data: { id: 1 },
  at: '2026-11-22T10:00:00Z',
  principal: 'system',
  language: 'en',
  correlation: 'a',
});

describe('the end of the feed for streams', () => {
  let store: FeedStore;
  let tail: FeedTail;
  beforeEach(async () => {
    store = new FeedStore(createSqliteEntries(openDatabase(':memory:'), { now: Date.now }));
    await addUpTo(300);
    tail = new FeedTail(store);
    tail.beginAt(endAt(300));
  });

  const addUpTo = async (block: number, events = 1): Promise<void> => {
    for (let next = ((await store.newest())?.block ?? 0) + 1; next <= block; next++)
      await store.add({ block: next, added: 0, events: Array.from({ length: events }, (_, n) => event(next, n)) });
  };
  const numbersAfter = async (block: number) =>
    (await tail.after(block === 0 ? START : endAt(block), 4)).map(({ place }) => place.block);

  it('has new events at once for present readers, while others read old ones', async () => {
    expect((await numbersAfter(0))[0]).toBe(1);
    await addUpTo(301);
    expect(await numbersAfter(300)).toEqual([301]);
  });

  it('has new events at once after nobody has listened for long', async () => {
    await addUpTo(301);
    expect(await numbersAfter(300)).toEqual([301]);
    await addUpTo(600);
    tail.beginAt(endAt(600));
    await addUpTo(601);
    expect(await numbersAfter(600)).toEqual([601]);
  });

  it('has them at once for a reader who arrives while others have not read so far', async () => {
    await addUpTo(601);
    expect(await numbersAfter(600)).toEqual([601]);
    expect((await numbersAfter(300))[0]).toBe(301);
  });

  it('has all events, each once and in order, for a reader who continues', async () => {
    tail.beginAt(endAt(20));
    const found: number[] = [];
    for (let page = await numbersAfter(0); page.length > 0; page = await numbersAfter(found.at(-1) ?? 0))
      found.push(...page);
    expect(found).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
  });

  it('contains no personal data of a person who was erased after it was read', async () => {
    const person = { ...event(301), type: 'core.user-changed.v1', key: 'user-7' };
    const [ann, ben] = [7, 8].map((id) => ({ ...person, key: `user-${id}`, data: { id, name: 'Ann', slug: 'ann' } }));
    await store.add({ block: 301, added: 0, events: [ann, ben] as StoredDelivery[] });
    expect(await numbersAfter(300)).toEqual([301, 301]);
    const erased = { ...event(302), type: 'core.erased.v1', key: 'user-7', data: { kind: 'user', id: 7 } };
    await store.add({ block: 302, added: 0, events: [erased] });
    expect(await tail.after({ block: 301, index: 1 }, 4)).toHaveLength(1);
    expect((await tail.after(endAt(300), 4)).map((found) => [found.event.data, found.kept.data])).toEqual(
      [{ id: 7, name: null, slug: null }, ben?.data, erased.data].map((data) => [data, data]),
    );
  });

  it('leaves nothing out when more events arrive at once than it remembers', async () => {
    await addUpTo(312, 500);
    const page = await tail.after(endAt(300), 4);
    expect(page[0]?.place).toEqual({ block: 301, index: 0 });
    let [place, count] = [endAt(300), 0];
    for (let next = page; next.length > 0; next = await tail.after(place, 4)) {
      for (const found of next) expect(isBefore(found.place, place)).toBe(true);
      count += next.length;
      place = next.at(-1)?.place ?? place;
    }
    expect(count).toBe(12 * 500);
  });
});
