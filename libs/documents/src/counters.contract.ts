import type { Counters } from './counters.ts';

interface MadeCounters {
  readonly counters: Counters;
  dispose(): Promise<void>;
}

/** Opens counters on an empty store, with the clock by which they expire (milliseconds since the epoch). */
export type MakeCounters = (now: () => number) => Promise<MadeCounters>;

/** Requirements for every store of counters; each adapter's spec runs it with its own `make`. */
export const countersContract = (name: string, make: MakeCounters): void => {
  describe(`a counter in ${name}`, () => {
    // far ahead of any true clock, so that no server deletes expired counters by itself
    const BEGIN = 9e12;
    let made: MadeCounters;
    let clock: number;
    beforeEach(async () => {
      clock = BEGIN;
      made = await make(() => clock);
    });
    afterEach(() => made.dispose());

    const add = (amount = 1, counter = 'a', expiresAt = BEGIN + 1_000) =>
      made.counters.add(counter, amount, { expiresAt });

    it('starts from 0, and returns its value', async () => {
      expect(await add()).toEqual({ count: 1, expiresAt: BEGIN + 1_000 });
      expect(await add(2)).toEqual({ count: 3, expiresAt: BEGIN + 1_000 });
      expect(await add(1, 'b')).toMatchObject({ count: 1 });
    });

    it('adds every one of many concurrent additions', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => add()));
      expect(answers.map(({ count }) => count).sort((one, other) => one - other)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
    });

    it('counts down too, but not below 0', async () => {
      await add(3);
      expect(await add(-1)).toMatchObject({ count: 2 });
      expect(await add(-5)).toMatchObject({ count: 0 });
      expect(await add(-1, 'new')).toMatchObject({ count: 0 });
      expect(await add(1)).toMatchObject({ count: 1 });
    });

    it('lives until the time of its first addition', async () => {
      await add(5);
      clock = BEGIN + 999;
      expect(await add(1, 'a', BEGIN + 9_000)).toEqual({ count: 6, expiresAt: BEGIN + 1_000 });
      clock = BEGIN + 1_000;
      expect(await add(1, 'a', BEGIN + 9_000)).toEqual({ count: 1, expiresAt: BEGIN + 9_000 });
    });

    it('starts again once if several find it expired', async () => {
      await add(5);
      clock = BEGIN + 2_000;
      const answers = await Promise.all(Array.from({ length: 10 }, () => add(1, 'a', BEGIN + 9_000)));
      expect(Math.max(...answers.map(({ count }) => count))).toBe(10);
    });

    it('starts again after it is deleted', async () => {
      await add(5);
      await made.counters.delete('a');
      await made.counters.delete('a');
      expect(await add(1, 'a', BEGIN + 5_000)).toEqual({ count: 1, expiresAt: BEGIN + 5_000 });
    });

    it.each(['__proto__', '', 'a b', "it's", 'é$.{}', 'x'.repeat(500)])('works under any name: %s', async (counter) => {
      await add(1, counter);
      expect(await add(1, counter)).toMatchObject({ count: 2 });
      expect(await add(1, `${counter}.`)).toMatchObject({ count: 1 });
    });
  });
};
