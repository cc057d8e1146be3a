import type { Delivery } from './bus.ts';
import { createDeadLetters, type DeadLetters } from './deadLetters.ts';
import { memoryEntries } from './testing/memoryEntries.ts';

const delivery = (position: number, key = 'tag-1', more: Partial<Delivery> = {}): Delivery => ({
  source: 'core',
  epoch: 1,
  position,
  n: 0,
  type: 'core.test.v1',
  key,
  data: { position },
  at: '2026-01-01T00:00:00.000Z',
  principal: 'system',
  language: 'en',
  correlation: 'correlation',
  ...more,
});

describe('dead letters', () => {
  const entries = () => memoryEntries();
  let store: ReturnType<typeof memoryEntries>;
  let letters: DeadLetters;
  beforeEach(() => {
    store = entries();
    letters = createDeadLetters(store, 'calendar.copies');
  });

  const positions = async (): Promise<number[]> => (await letters.list()).map((letter) => letter.delivery.position);

  const drained = async (handle: (one: Delivery) => void | Promise<void> = () => undefined): Promise<number[]> => {
    const handled: number[] = [];
    await letters.refresh('core');
    await letters.drain('core', async (one) => {
      await handle(one);
      handled.push(one.position);
    });
    return handled;
  };

  it('are stored by key, in order, once each, with their reason', async () => {
    await letters.add(delivery(10), 'cannot be');
    await letters.add(delivery(10), 'cannot be');
    expect(await letters.addBehind(delivery(100))).toBe(true);
    expect(await letters.addBehind(delivery(11))).toBe(true);
    expect(await letters.addBehind(delivery(12, 'tag-2'))).toBe(false);
    await letters.add(delivery(3, 'a/b'), 'neither');
    expect((await letters.list()).map((one) => [one.delivery.key, one.delivery.position, one.reason])).toEqual([
      ['a/b', 3, 'neither'],
      ['tag-1', 10, 'cannot be'],
      ['tag-1', 11, null],
      ['tag-1', 100, null],
    ]);
    expect((await letters.list({ source: 'core', key: 'tag-1' })).map((one) => one.delivery.position)).toEqual([
      10, 11, 100,
    ]);
    expect(await letters.list({ source: 'core', key: 'a' })).toEqual([]);
  });

  it('belong to one subscription and one source', async () => {
    await letters.add(delivery(1), 'cannot be');
    const other = createDeadLetters(store, 'calendar.copies.more');
    await other.refresh('core');
    expect([other.isBlocked(delivery(2)), await other.list()]).toEqual([false, []]);
    expect(letters.isBlocked(delivery(2))).toBe(true);
    expect(letters.isBlocked(delivery(2, 'tag-1', { source: 'calendar' }))).toBe(false);
  });

  it('are retried on command only, in order, and free their key', async () => {
    for (const position of [1, 2, 3]) await letters.add(delivery(position), 'cannot be');
    await letters.add(delivery(4, 'tag-2'), 'cannot be');
    expect(await drained()).toEqual([]);
    await letters.requestReplay({ source: 'core', key: 'tag-1' });
    expect(await drained()).toEqual([1, 2, 3]);
    expect([letters.isBlocked(delivery(5)), await positions()]).toEqual([false, [4]]);
    await letters.requestReplay();
    expect(await drained()).toEqual([4]);
    expect(await store.list('parked-key')).toEqual([]);
  });

  it('stay with their key when one fails again, until the next command', async () => {
    for (const position of [1, 2, 3]) await letters.add(delivery(position), 'cannot be');
    await letters.requestReplay();
    const failing = (one: Delivery): void => {
      if (one.position === 2) throw new Error('still not');
    };
    expect(await drained(failing)).toEqual([1]);
    expect((await letters.list()).map((one) => one.reason)).toEqual(['Error: still not', 'cannot be']);
    expect(await drained()).toEqual([]);
    await letters.discard(delivery(2));
    expect(await drained(failing)).toEqual([3]);
    expect(letters.isBlocked(delivery(9))).toBe(false);
  });

  it('are retried once more if that is requested during a retry that fails', async () => {
    for (const position of [1, 2]) await letters.add(delivery(position), 'cannot be');
    const operator = createDeadLetters(store, 'calendar.copies');
    await operator.requestReplay();
    const failing = async (): Promise<void> => {
      await operator.requestReplay({ source: 'core', key: 'tag-1' });
      throw new Error('still not');
    };
    expect(await drained(failing)).toEqual([]);
    expect(await drained()).toEqual([1, 2]);
    expect(await store.list('parked-key')).toEqual([]);
  });

  it('are handled to the end if two processes retry them at once', async () => {
    for (const position of [1, 2, 3]) await letters.add(delivery(position), 'cannot be');
    await letters.requestReplay();
    const other = createDeadLetters(store, 'calendar.copies');
    const handled: number[] = [];
    await other.refresh('core');
    const first = await drained(async (one) => {
      if (one.position !== 1) return;
      await other.drain('core', async ({ position }) => void handled.push(position));
    });
    expect([first, handled]).toEqual([[1], [1, 2, 3]]);
    expect([await positions(), await store.list('parked-key')]).toEqual([[], []]);
  });

  it('stay free if another process has handled one whose retry fails here', async () => {
    for (const position of [1, 2]) await letters.add(delivery(position), 'cannot be');
    await letters.requestReplay();
    const other = createDeadLetters(store, 'calendar.copies');
    await other.refresh('core');
    const failing = async (): Promise<void> => {
      await other.drain('core', async () => undefined);
      throw new Error('still not');
    };
    expect(await drained(failing)).toEqual([]);
    expect([await positions(), await store.list('parked-key')]).toEqual([[], []]);
  });

  it('keep a request that comes while another process adds one of their key', async () => {
    await letters.add(delivery(1), 'cannot be');
    await letters.requestReplay();
    await createDeadLetters(store, 'calendar.copies').add(delivery(2), 'neither');
    expect(await drained()).toEqual([1, 2]);
  });

  it('are gone if they are discarded during a failing retry, and hold nothing up', async () => {
    for (const position of [1, 2]) await letters.add(delivery(position), 'cannot be');
    await letters.requestReplay();
    const operator = createDeadLetters(store, 'calendar.copies');
    const failing = async (one: Delivery): Promise<void> => {
      if (one.position !== 1) return;
      await operator.discard(one);
      throw new Error('still not');
    };
    expect(await drained(failing)).toEqual([]);
    expect(await positions()).toEqual([2]);
    expect(await drained()).toEqual([2]);
    expect(letters.isBlocked(delivery(3))).toBe(false);
  });

  it('are not retried if they are discarded while an earlier one is', async () => {
    for (const position of [1, 2, 3]) await letters.add(delivery(position), 'cannot be');
    await letters.requestReplay();
    const operator = createDeadLetters(store, 'calendar.copies');
    expect(await drained((one) => (one.position === 1 ? operator.discard(delivery(2)) : undefined))).toEqual([1, 3]);
    expect([letters.isBlocked(delivery(4)), await positions()]).toEqual([false, []]);
  });

  it('hold up their key no longer once another instance has freed it', async () => {
    await letters.add(delivery(1), 'cannot be');
    await letters.add(delivery(2, 'tag-2'), 'cannot be');
    await letters.requestReplay({ source: 'core', key: 'tag-1' });
    const other = createDeadLetters(store, 'calendar.copies');
    await other.refresh('core');
    await drained();
    expect(other.isBlocked(delivery(3))).toBe(true);
    await other.refresh('core');
    expect([other.isBlocked(delivery(3)), other.isBlocked(delivery(3, 'tag-2'))]).toEqual([false, true]);
  });

  it('are found at the place of other releases', async () => {
    await letters.add(delivery(1, 'a/b'), 'cannot be');
    const id = 'calendar.copies/core/a%2Fb';
    const eventPosition = '0000000000000001.0000000000000001.0000000000000000';
    expect((await store.list('parked')).map((record) => record.id)).toEqual([`${id}/${eventPosition}`]);
    expect((await store.list('parked-key')).map((record) => record.id)).toEqual([id]);
  });

  it('may fill more than one page', async () => {
    for (let position = 1; position <= 1_201; position++) await letters.add(delivery(position), 'cannot be');
    expect(await letters.list()).toHaveLength(1_201);
    await letters.requestReplay();
    expect(await drained()).toEqual(Array.from({ length: 1_201 }, (_, index) => index + 1));
  });

  it('keep one that another instance adds between the last look and the freeing', async () => {
    await letters.add(delivery(1), 'cannot be');
    await letters.requestReplay();
    const other = createDeadLetters(store, 'calendar.copies');
    store.before = async (operation, kind) => {
      if (operation !== 'delete' || kind !== 'parked-key') return;
      store.before = () => undefined;
      expect(await other.addBehind(delivery(2))).toBe(true);
    };
    expect(await drained()).toEqual([1, 2]);
    expect(await positions()).toEqual([]);
  });

  it('leave deliveries to the handler that arrive just after the key is freed', async () => {
    await letters.add(delivery(1), 'cannot be');
    await letters.requestReplay();
    const other = createDeadLetters(store, 'calendar.copies');
    await other.refresh('core');
    expect(other.isBlocked(delivery(2))).toBe(true);
    await drained();
    expect(await other.addBehind(delivery(2))).toBe(false);
    expect([other.isBlocked(delivery(3)), await positions()]).toEqual([false, []]);
  });

  it('leave deliveries to the handler that arrive while the key is freed', async () => {
    await letters.add(delivery(1), 'cannot be');
    await letters.requestReplay();
    const other = createDeadLetters(store, 'calendar.copies');
    store.before = async (operation, kind) => {
      if (operation !== 'put' || kind !== 'parked-key') return;
      store.before = () => undefined;
      await drained();
    };
    expect(await other.addBehind(delivery(2))).toBe(false);
    expect([await positions(), await store.list('parked-key')]).toEqual([[], []]);
  });

  it('are drained on command if their key record is missing after a crash', async () => {
    store.before = (operation, kind) => {
      if (operation === 'put' && kind === 'parked-key') throw new Error('killed');
    };
    await expect(letters.add(delivery(1), 'cannot be')).rejects.toThrow('killed');
    store.before = () => undefined;
    expect(await positions()).toEqual([1]);
    await letters.requestReplay({ source: 'core', key: 'tag-1' });
    expect(await drained()).toEqual([1]);
  });

  it('stop being drained at the signal', async () => {
    for (const position of [1, 2]) await letters.add(delivery(position), 'cannot be');
    await letters.requestReplay();
    await letters.refresh('core');
    const stopping = new AbortController();
    await letters.drain('core', async () => stopping.abort(), stopping.signal);
    expect(await positions()).toEqual([2]);
    expect(await drained()).toEqual([2]);
  });

  it('can still be retried after the signal interrupts one of them', async () => {
    for (const position of [1, 2]) await letters.add(delivery(position), 'cannot be');
    await letters.requestReplay();
    await letters.refresh('core');
    const stopping = new AbortController();
    const interrupted = async (): Promise<void> => {
      stopping.abort();
      throw new Error('interrupted');
    };
    await letters.drain('core', interrupted, stopping.signal);
    expect((await letters.list()).map(({ reason }) => reason)).toEqual(['cannot be', 'cannot be']);
    expect(await drained()).toEqual([1, 2]);
  });
});
