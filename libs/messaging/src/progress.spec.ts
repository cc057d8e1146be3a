import { checkpointId, createCheckpoint, type LogPosition } from './checkpoint.ts';
import { Progress } from './progress.ts';
import { memoryEntries } from './testing/memoryEntries.ts';
import { systemTime, type Time } from './time.ts';

const NAME = 'calendar.copies';
const logPosition = (position: number, n = 0): LogPosition => ({
  epoch: 1,
  position,
  n,
  commitId: `commit-${position}`,
});
const eventPosition = (position: number, n = 0, key = 'tag-1') => ({ position, n, key });

const world = (time: Time = systemTime, partitionOf?: (key: string) => number) => {
  const entries = memoryEntries();
  const progress = new Progress({ subscription: NAME, entries, time, ...(partitionOf && { partitionOf }) });
  /** Saves a checkpoint, as another instance does. */
  const keep = async (at: LogPosition, partition?: number): Promise<void> => {
    const checkpoint = createCheckpoint(entries, checkpointId(NAME, 'core', partition));
    await checkpoint.takeOver();
    await checkpoint.save(at);
  };
  return { progress, keep };
};

describe('the progress of a subscription', () => {
  it('is the furthest known position, here or elsewhere', async () => {
    const { progress, keep } = world();
    expect((await progress.logPosition('core')).position).toBe(0);
    progress.move('core', logPosition(3));
    expect(await progress.logPosition('core')).toEqual(logPosition(3));
    await keep(logPosition(9));
    expect(await progress.logPosition('core')).toEqual(logPosition(9));
    progress.move('core', logPosition(9, 1));
    expect(await progress.logPosition('core')).toEqual(logPosition(9, 1));
  });

  it('is known to waiting requests at once', async () => {
    const onlyWoken: Time = {
      now: () => 0,
      sleep: (_ms, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    };
    const { progress } = world(onlyWoken);
    const [first, second] = [
      progress.reached('core', eventPosition(3), 300),
      progress.reached('core', eventPosition(4, 1), 300),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    progress.move('core', logPosition(3));
    expect(await first).toBe(true);
    progress.move('core', logPosition(4, 0));
    await new Promise((resolve) => setImmediate(resolve));
    progress.move('core', logPosition(4, 1));
    expect(await second).toBe(true);
  });

  it('is found in another instance, within the time limit', async () => {
    const { progress, keep } = world();
    const reached = progress.reached('core', eventPosition(5), 20_000);
    await keep(logPosition(5));
    expect(await reached).toBe(true);
    expect(await progress.reached('core', eventPosition(6), 30)).toBe(false);
    expect(await progress.reached('core', eventPosition(5, 1), 0)).toBe(false);
    expect(await progress.reached('core', eventPosition(4, 7), 0)).toBe(true);
  });

  it('is requested for the partition of the key', async () => {
    const { progress, keep } = world(systemTime, (key) => (key === 'tag-1' ? 3 : 7));
    await keep(logPosition(5), 3);
    progress.move('core', logPosition(2), 7);
    expect(await progress.reached('core', eventPosition(5, 0, 'tag-1'), 0)).toBe(true);
    expect(await progress.reached('core', eventPosition(5, 0, 'tag-2'), 0)).toBe(false);
    expect(await progress.reached('core', eventPosition(2, 0, 'tag-2'), 0)).toBe(true);
  });
});
