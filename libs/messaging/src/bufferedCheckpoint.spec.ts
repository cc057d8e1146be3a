import { BufferedCheckpoint } from './bufferedCheckpoint.ts';
import { createCheckpoint, type LogPosition, readCheckpoint, START } from './checkpoint.ts';
import { delivery } from './testing/delivery.ts';
import { memoryEntries } from './testing/memoryEntries.ts';

const logPosition = (position: number, n = 0): LogPosition => ({
  epoch: 1,
  position,
  n,
  commitId: `commit-${position}`,
});

const world = async () => {
  const entries = memoryEntries();
  const clock = { now: 40 };
  const reached: LogPosition[] = [];
  const time = { now: () => clock.now, sleep: async () => undefined };
  const begin = async (): Promise<BufferedCheckpoint> => {
    const checkpoint = createCheckpoint(entries, 'calendar.copies/core');
    return new BufferedCheckpoint(
      { checkpoint, time, reached: (one) => void reached.push(one) },
      await checkpoint.takeOver(),
    );
  };
  const kept = async () => (await readCheckpoint(entries, 'calendar.copies/core')).position;
  return { buffered: await begin(), begin, clock, reached, kept };
};

describe('a buffered checkpoint', () => {
  it('recognises repeats, and reports its position before that is saved', async () => {
    const { buffered, begin, reached, kept } = await world();
    buffered.move(logPosition(3, 1));
    const arriving = [
      delivery(2, { n: 9 }),
      delivery(3, { n: 0 }),
      delivery(3, { n: 1 }),
      delivery(3, { n: 2 }),
      delivery(4),
    ];
    const repeats = arriving.map((one) => buffered.isRepeat(one));
    expect(repeats).toEqual([true, true, true, false, false]);
    expect([buffered.logPosition, reached, await kept()]).toEqual([logPosition(3, 1), [START, logPosition(3, 1)], 0]);
    await buffered.keep();
    expect((await begin()).logPosition).toEqual(logPosition(3, 1));
    expect(reached.at(-1)).toEqual(logPosition(3, 1));
  });

  it('is saved after 500 steps, and after 500 more', async () => {
    const { buffered, kept } = await world();
    const positions: number[] = [];
    for (let position = 1; position <= 1_100; position++) {
      buffered.move(logPosition(position));
      await buffered.keepNowAndThen();
      if ((await kept()) !== positions.at(-1)) positions.push(await kept());
    }
    expect(positions).toEqual([0, 500, 1_000]);
  });

  it('is saved after two seconds of work, and two seconds after that', async () => {
    const { buffered, clock, kept } = await world();
    for (const [passed, position] of [
      [1_999, 0],
      [1, 2],
      [1_999, 2],
      [1, 4],
    ] as const) {
      clock.now += passed;
      buffered.move(logPosition(buffered.logPosition.position + 1));
      await buffered.keepNowAndThen();
      expect(await kept()).toBe(position);
    }
  });

  it('is not saved again if it has not moved', async () => {
    const { buffered, begin, clock } = await world();
    await begin();
    clock.now += 10_000;
    // another holder has taken the checkpoint over, so saving it would be refused
    await buffered.keepNowAndThen();
    buffered.move(logPosition(1));
    await expect(buffered.keepNowAndThen()).rejects.toThrow(expect.objectContaining({ code: 'stale-term' }));
  });
});
