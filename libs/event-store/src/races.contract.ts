import type { EventStore, NewCommit } from './index.ts';
import { expectConsistentLog, newCommit, outcomes, type Stores, takes, wholeLog } from './logUnderTest.contract.ts';

const RACERS = 12;

/** Requirements for concurrent appends that want the same keys. */
export const describeRaces = (stores: Stores): void => {
  /** Appends one commit per racer, all at once; the racers alternate between the two stores. */
  const race = (make: (racer: number) => NewCommit, racers = RACERS): Promise<(number | string)[]> =>
    outcomes(
      Array.from({ length: racers }, (_, racer) => (racer % 2 === 0 ? stores.store : stores.other).append(make(racer))),
    );
  const winners = (ends: readonly (number | string)[]): number[] => ends.filter((end) => typeof end === 'number');
  const losers = (ends: readonly (number | string)[]): Set<unknown> =>
    new Set(ends.filter((end) => typeof end === 'string'));
  const sound = async (store: EventStore): Promise<void> => expectConsistentLog(await wholeLog(store));

  describe('races', () => {
    it('let exactly one writer start a new stream', async () => {
      const ends = await race(() => newCommit([takes('venue-1', 1)]));
      expect(winners(ends)).toHaveLength(1);
      expect(losers(ends)).toEqual(new Set(['version-conflict']));
      expect(await Array.fromAsync(stores.store.readStream('venue-1'))).toHaveLength(1);
    });

    it('let exactly one writer continue a stream, and name it to the others', async () => {
      await stores.store.append(newCommit([takes('venue-1', 1)]));
      const ends = await race(() => newCommit([takes('venue-1', 2)]));
      expect(winners(ends)).toHaveLength(1);
      expect(losers(ends)).toEqual(new Set(['version-conflict']));
      await expect(stores.other.append(newCommit([takes('venue-1', 2)]))).rejects.toMatchObject({ stream: 'venue-1' });
      await sound(stores.store);
    });

    it('let one writer win among those with one and with two events', async () => {
      await stores.store.append(newCommit([takes('venue-1', 1)]));
      const one = () => newCommit([takes('venue-1', 2)]);
      const two = () => newCommit([takes('venue-1', 2), takes('venue-1', 3)]);
      const ends = await race((racer) => (racer % 3 === 0 ? one() : two()));
      expect(winners(ends)).toHaveLength(1);
      await sound(stores.store);
    });

    it('give one name to one of several streams, and store nothing else of the losers', async () => {
      const ends = await race((racer) =>
        newCommit([takes(`venue-${racer}`, 1), takes('claim-slug/harbour', 1, { by: `venue-${racer}` })]),
      );
      expect(winners(ends)).toHaveLength(1);
      const [held] = await Array.fromAsync(stores.store.readStream('claim-slug/harbour'));
      const bearers: string[] = [];
      for (let racer = 0; racer < RACERS; racer++) {
        if ((await Array.fromAsync(stores.store.readStream(`venue-${racer}`))).length > 0)
          bearers.push(`venue-${racer}`);
      }
      expect(bearers).toEqual([(held!.data as { by: string }).by]);
    });

    it('refuse a late writer who saw the name free before it was claimed and released again', async () => {
      const name = 'claim-slug/harbour';
      const late = newCommit([takes('venue-9', 1), takes(name, 1)]);
      await stores.store.append(newCommit([takes('venue-1', 1), takes(name, 1)]));
      await stores.store.append(newCommit([{ ...takes(name, 2), type: 'Released' }]));
      await expect(stores.other.append(late)).rejects.toMatchObject({ code: 'version-conflict', stream: name });
      expect(await Array.fromAsync(stores.other.readStream('venue-9'))).toEqual([]);
      await stores.other.append(newCommit([takes('venue-9', 1), takes(name, 3)]));
      await sound(stores.store);
    });

    it('write a commit over several streams wholly or not at all', async () => {
      await stores.store.append(newCommit([takes('venue-2', 1)]));
      const refused = newCommit([takes('venue-1', 1), takes('venue-2', 1), takes('venue-3', 1)], ['effect/1']);
      await expect(stores.store.append(refused)).rejects.toMatchObject({ code: 'version-conflict', stream: 'venue-2' });
      expect(await Array.fromAsync(stores.store.readStream('venue-1'))).toEqual([]);
      await stores.store.append(newCommit([takes('venue-1', 1), takes('venue-3', 1)], ['effect/1']));
      await sound(stores.store);
    });

    it('write a repeated commit once, and answer its first position', async () => {
      const commit = newCommit([takes('venue-1', 1)]);
      const ends = await race(() => commit);
      expect(new Set(ends).size).toBe(1);
      await stores.store.append(newCommit([takes('venue-1', 2)]));
      expect(await stores.other.append(commit)).toEqual({ position: ends[0] });
      await sound(stores.store);
    });

    it('let one of two tries under one id win if each decides for itself, and tell the other', async () => {
      const one = newCommit([takes('venue-1', 1)]);
      const other = { ...newCommit([takes('venue-2', 1)]), meta: { ...one.meta, at: '2026-01-01T00:00:09.000Z' } };
      const again = { ...one, meta: other.meta };
      const { position } = await stores.store.append(one);
      const taken = expect.objectContaining({ code: 'key-taken', key: `once/${one.meta.id}`, position });
      await expect(stores.other.append(other)).rejects.toEqual(taken);
      await expect(stores.other.append(again)).rejects.toEqual(taken);
      expect(await Array.fromAsync(stores.store.readStream('venue-2'))).toEqual([]);
      await sound(stores.store);
    });

    it('let a once-named command run once, and tell where it did', async () => {
      const ends = await race((racer) => newCommit([takes(`venue-${racer}`, 1)], ['effect/1']));
      expect(winners(ends)).toHaveLength(1);
      expect(losers(ends)).toEqual(new Set(['key-taken']));
      const again = stores.store.append(newCommit([takes('venue-99', 1)], ['effect/1']));
      await expect(again).rejects.toMatchObject({ key: 'once/effect/1', position: winners(ends)[0] });
    });
  });
};
