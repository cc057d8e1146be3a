import type { EventStore } from '@almanac/event-store';
import { openEpoch, readRestores } from './restores.ts';
import { epochOf, verifyLogPosition } from './source.ts';
import { memoryEntries } from './testing/memoryEntries.ts';
import { memoryLog } from './testing/memoryLog.ts';
import { createTestLog, publishTest } from './testing/testLog.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('restores of a log', () => {
  const epochs = async (entries: ReturnType<typeof memoryEntries>, positions: readonly number[]): Promise<number[]> => {
    const source = { store: {} as EventStore, publishing: () => [], restores: await readRestores(entries) };
    return positions.map((position) => epochOf(source, position));
  };

  it('each open an epoch for the positions after them', async () => {
    const entries = memoryEntries();
    expect(await readRestores(entries)).toEqual([]);
    expect(await openEpoch(entries, { end: 10, at })).toBe(2);
    expect(await epochs(entries, [1, 10, 11])).toEqual([1, 1, 2]);
    expect(await openEpoch(entries, { end: 15, at })).toBe(3);
    expect(await epochs(entries, [10, 11, 15, 16])).toEqual([1, 2, 2, 3]);
  });

  it('do not reuse the epochs of the replaced log', async () => {
    const entries = memoryEntries();
    await openEpoch(entries, { end: 10, at });
    expect(await openEpoch(entries, { end: 20, at, replaced: [10, 15, 90] })).toBe(5);
    expect(await epochs(entries, [10, 11, 20, 21])).toEqual([1, 2, 2, 5]);
  });

  it('contradict checkpoints whose commit, or whose epoch, was another', async () => {
    const store = memoryLog();
    const append = createTestLog(store);
    for (let turn = 0; turn < 3; turn++) await append(['tag-1']);
    const source = { store, publishing: publishTest, restores: [2] };
    const verified = (position: number, epoch: number, commitId = `commit-${position}`): Promise<void> =>
      verifyLogPosition('calendar.copies', source, { epoch, position, n: 0, commitId });
    await verified(0, 1, 'none');
    await verified(2, 1);
    await verified(3, 2);
    await expect(verified(3, 1)).rejects.toThrow('but the log says commit commit-3, epoch 2');
    await expect(verified(2, 1, 'another')).rejects.toThrow('but the log says commit commit-2, epoch 1');
    await expect(verified(4, 2)).rejects.toThrow('but the log ends before');
    // a new primary that does not show the newest commits yet
    store.readLog = async () => [];
    await verified(3, 2);
  });
});
