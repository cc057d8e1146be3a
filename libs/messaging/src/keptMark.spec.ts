import type { Delivery } from './bus.ts';
import { createCheckpoint, type Place, readCheckpoint, START } from './checkpoint.ts';
import { KeptMark } from './keptMark.ts';
import { memoryRecords } from './testing/memoryRecords.ts';

const place = (position: number, n = 0): Place => ({ epoch: 1, position, n, commitId: `commit-${position}` });

const delivery = (position: number, n = 0): Delivery => ({
  ...{ source: 'core', epoch: 1, position, n, type: 'core.test.v1', key: 'tag-1', data: { id: 1 } },
  ...{ at: '2026-05-01T10:00:00.000Z', principal: 'system', language: 'en', correlation: 'request-1' },
});

const world = async () => {
  const records = memoryRecords();
  const clock = { now: 40 };
  const reached: Place[] = [];
  const time = { now: () => clock.now, sleep: async () => undefined };
  const begin = async (): Promise<KeptMark> => {
    const checkpoint = createCheckpoint(records, 'calendar.copies/core');
    return new KeptMark({ checkpoint, time, reached: (one) => void reached.push(one) }, await checkpoint.takeOver());
  };
  const kept = async () => (await readCheckpoint(records, 'calendar.copies/core')).position;
  return { mark: await begin(), begin, clock, reached, kept };
};

describe('a mark that is kept now and then', () => {
  it('knows what is a repeat, and tells where it stands before that is kept', async () => {
    const { mark, begin, reached, kept } = await world();
    mark.move(place(3, 1));
    const arriving = [delivery(2, 9), delivery(3, 0), delivery(3, 1), delivery(3, 2), delivery(4)];
    const repeats = arriving.map((one) => mark.isRepeat(one));
    expect(repeats).toEqual([true, true, true, false, false]);
    expect([mark.place, reached, await kept()]).toEqual([place(3, 1), [START, place(3, 1)], 0]);
    await mark.keep();
    expect((await begin()).place).toEqual(place(3, 1));
    expect(reached.at(-1)).toEqual(place(3, 1));
  });

  it('is kept after 500 steps, and after 500 more', async () => {
    const { mark, kept } = await world();
    const positions: number[] = [];
    for (let position = 1; position <= 1_100; position++) {
      mark.move(place(position));
      await mark.keepNowAndThen();
      if ((await kept()) !== positions.at(-1)) positions.push(await kept());
    }
    expect(positions).toEqual([0, 500, 1_000]);
  });

  it('is kept after half a second of work, and half a second after that', async () => {
    const { mark, clock, kept } = await world();
    for (const [passed, position] of [
      [499, 0],
      [1, 2],
      [499, 2],
      [1, 4],
    ] as const) {
      clock.now += passed;
      mark.move(place(mark.place.position + 1));
      await mark.keepNowAndThen();
      expect(await kept()).toBe(position);
    }
  });

  it('is not kept again where it has not moved', async () => {
    const { mark, begin, clock } = await world();
    await begin();
    clock.now += 10_000;
    // another has taken it over: keeping it would be refused
    await mark.keepNowAndThen();
    mark.move(place(1));
    await expect(mark.keepNowAndThen()).rejects.toThrow(expect.objectContaining({ code: 'stale-term' }));
  });
});
