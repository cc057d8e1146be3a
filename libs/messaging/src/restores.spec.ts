import type { EventStore } from '@almanac/event-store';
import { openEpoch, readRestores } from './restores.ts';
import { epochOf } from './source.ts';
import { memoryRecords } from './testing/memoryRecords.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('restores of a log', () => {
  const epochs = async (records: ReturnType<typeof memoryRecords>, positions: readonly number[]): Promise<number[]> => {
    const source = { store: {} as EventStore, publishing: () => [], restores: await readRestores(records) };
    return positions.map((position) => epochOf(source, position));
  };

  it('each open an epoch for the positions after them', async () => {
    const records = memoryRecords();
    expect(await readRestores(records)).toEqual([]);
    expect(await openEpoch(records, { end: 10, at })).toBe(2);
    expect(await epochs(records, [1, 10, 11])).toEqual([1, 1, 2]);
    expect(await openEpoch(records, { end: 15, at })).toBe(3);
    expect(await epochs(records, [10, 11, 15, 16])).toEqual([1, 2, 2, 3]);
  });

  it('do not use the epochs of the replaced log again', async () => {
    const records = memoryRecords();
    await openEpoch(records, { end: 10, at });
    expect(await openEpoch(records, { end: 20, at, replaced: [10, 15, 90] })).toBe(5);
    expect(await epochs(records, [10, 11, 20, 21])).toEqual([1, 2, 2, 5]);
  });
});
