import { createLease, memoryEntries, type Time } from '@almanac/messaging';
import { watchLeases } from './workWatch.ts';

/** A clock that does something before each of its pauses. */
const timeThat = (does: (turn: number) => Promise<unknown>): Time => {
  let [now, turn] = [0, 0];
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
      await does(turn++);
    },
  };
};

describe('a watch on the due work of a service', () => {
  const leaseOf = (entries: ReturnType<typeof memoryEntries>, holder = 'one') =>
    createLease(entries, 'core.due-work', holder, { now: () => 0, duration: 6_000 });
  const watch = async (entries: ReturnType<typeof memoryEntries>, does: (turn: number) => Promise<unknown>) => {
    const [work] = await watchLeases({ entries, time: timeThat(does) }, ['core.due-work']);
    return work?.runs;
  };

  it('sees a holder by its heartbeat, and looks no longer than that', async () => {
    const entries = memoryEntries();
    const lease = leaseOf(entries);
    await lease.acquire();
    const looks: number[] = [];
    const runs = await watch(entries, async (turn) => {
      looks.push(turn);
      if (turn === 4) await lease.beat();
    });
    expect([runs, looks.length]).toEqual([true, 5]);
  });

  it.each<[string, (entries: ReturnType<typeof memoryEntries>) => Promise<(turn: number) => Promise<unknown>>]>([
    ['that nobody has ever done', async () => async () => undefined],
    [
      'of a holder that was killed',
      async (entries) => {
        await leaseOf(entries).acquire();
        return async () => undefined;
      },
    ],
    [
      'that fails each time anew',
      async (entries) => async (turn) => {
        const lease = leaseOf(entries);
        if (turn % 2 === 0) await lease.acquire();
        else await leaseOf(entries).acquire();
        await lease.release();
      },
    ],
  ])('sees that no process holds it: work %s', async (_what, begin) => {
    const entries = memoryEntries();
    expect(await watch(entries, await begin(entries))).toBe(false);
  });

  it('includes work that starts meanwhile', async () => {
    const entries = memoryEntries();
    const lease = leaseOf(entries);
    expect(await watch(entries, (turn) => (turn === 3 ? lease.acquire() : lease.beat()))).toBe(true);
  });
});
