import { setImmediate as turn } from 'node:timers/promises';
import { createGroupCommit, type QueuedItem } from './groupCommit.ts';

const settle = (batch: readonly QueuedItem<number, number>[]): void => {
  for (const { item, resolve } of batch) resolve(item);
};
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a group commit', () => {
  it('writes concurrent appends together, at most a hundred at a time', async () => {
    const sizes: number[] = [];
    const group = createGroupCommit<number, number>((batch) => {
      sizes.push(batch.length);
      settle(batch);
    });
    expect(await Promise.all(numbers(250).map((item) => group.add(item)))).toEqual(numbers(250));
    expect(sizes).toEqual([100, 100, 50]);
  });

  it('keeps writers that wait for one another`s turn in one batch each time', async () => {
    const sizes: number[] = [];
    const group = createGroupCommit<number, number>((batch) => {
      sizes.push(batch.length);
      settle(batch);
    });
    const writer = async () => {
      for (const item of numbers(10)) await group.add(item);
    };
    await Promise.all(numbers(64).map(writer));
    expect(sizes).toEqual(numbers(10).map(() => 64));
  });

  it('waits a few turns for appends that are about to arrive, but not for ever', async () => {
    const sizes: number[] = [];
    const group = createGroupCommit<number, number>((batch) => {
      sizes.push(batch.length);
      settle(batch);
    });
    const late = async (turns: number): Promise<void> => {
      for (const _ of numbers(turns)) await turn();
      await group.add(turns);
    };
    await Promise.all([0, 1, 2].map(late));
    expect(sizes).toEqual([3]);
    await Promise.all(numbers(40).map(late));
    expect(sizes.length).toBeGreaterThan(3);
  });

  it('collects the next batch while one is in flight, and only then sends it', async () => {
    const flights: { readonly size: number; readonly land: () => void }[] = [];
    const group = createGroupCommit<number, number>(async (batch) => {
      await new Promise<void>((land) => flights.push({ size: batch.length, land }));
      settle(batch);
    });
    const first = group.add(1);
    while (flights.length === 0) await turn();
    const later = [2, 3, 4].map((item) => group.add(item));
    for (const _ of numbers(10)) await turn();
    expect(flights.map(({ size }) => size)).toEqual([1]);
    let idle = false;
    const ending = group.idle().then(() => {
      idle = true;
    });
    flights[0]!.land();
    await first;
    while (flights.length === 1) await turn();
    expect([flights.map(({ size }) => size), idle]).toEqual([[1, 3], false]);
    flights[1]!.land();
    await Promise.all([...later, ending]);
    expect(idle).toBe(true);
    await group.idle();
  });

  it.each([
    [
      'throws',
      () => {
        throw new RangeError('too large for the driver');
      },
    ],
    ['rejects', () => Promise.reject(new RangeError('too large for the driver'))],
  ])('refuses a batch whose write %s, and goes on with the next', async (_, fail) => {
    let batches = 0;
    const group = createGroupCommit<number, number>((batch) => {
      if (++batches === 1) {
        batch[0]?.resolve(0);
        return fail();
      }
      return settle(batch);
    });
    const first = await Promise.allSettled([group.add(0), group.add(1)]);
    expect(first).toEqual([
      { status: 'fulfilled', value: 0 },
      { status: 'rejected', reason: expect.any(RangeError) },
    ]);
    expect(await group.add(2)).toBe(2);
    await group.idle();
  });
});
