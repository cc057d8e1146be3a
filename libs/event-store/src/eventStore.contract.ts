import { describeBatches } from './batches.contract.ts';
import { keyFaultsOf, type MakeLog, newCommit, takes, twoStores } from './logUnderTest.contract.ts';
import { describePages } from './pages.contract.ts';
import { describeRaces } from './races.contract.ts';

export { keyFaultsOf, newCommit, takes } from './logUnderTest.contract.ts';

/**
 * Requirements for every event store (docs/architecture.md §2); an adapter's spec calls it with a maker of empty logs.
 */
export const eventStoreContract = (name: string, makeLog: MakeLog): void => {
  describe(`${name} as an event store`, () => {
    const stores = twoStores(makeLog);

    describe('for readers', () => {
      it('finds nothing in an empty log', async () => {
        const { store } = stores;
        expect(await store.last()).toBe(0);
        expect(await store.readLog(0)).toEqual([]);
        expect(await Array.fromAsync(store.readStream('venue-1'))).toEqual([]);
      });

      it('returns a commit as it was appended, with its keys', async () => {
        const { store } = stores;
        const commit = newCommit([takes('venue-1', 1, { name: 'Süd “Kai”', deep: [null, { a: 1.5 }] })], ['effect/7']);
        const { position } = await store.append(commit);
        expect(await store.readLog(position - 1)).toEqual([
          {
            position,
            keys: ['venue-1@1', `once/${commit.meta.id}`, 'once/effect/7'],
            events: commit.events,
            meta: commit.meta,
          },
        ]);
      });

      it('reads one stream alone, in order, from a version on', async () => {
        const { store } = stores;
        await store.append(newCommit([takes('venue-1', 1), takes('venue-2', 1), takes('venue-1', 2)]));
        const { position } = await store.append(newCommit([takes('venue-1', 3), takes('venue-1', 4)]));
        const versions = (await Array.fromAsync(store.readStream('venue-1'))).map((event) => event.version);
        expect(versions).toEqual([1, 2, 3, 4]);
        const later = await Array.fromAsync(store.readStream('venue-1', { from: 4 }));
        expect(later).toEqual([expect.objectContaining({ stream: 'venue-1', version: 4, type: 'Taken', position })]);
        expect(await Array.fromAsync(store.readStream('venue-1', { from: 5 }))).toEqual([]);
      });

      it('gives each event of a stream its commit`s metadata', async () => {
        const { store } = stores;
        const commit = newCommit([takes('venue-1', 1)]);
        await store.append(commit);
        expect(await Array.fromAsync(store.readStream('venue-1'))).toEqual([
          expect.objectContaining({ meta: commit.meta }),
        ]);
      });

      it('returns other data in a redacted event, and changes nothing else', async () => {
        const { store, other } = stores;
        const one = newCommit(
          [
            takes('venue-1', 1, { name: 'Ada' }),
            takes('venue-2', 1, { name: 'Bo' }),
            takes('venue-1', 2, { name: 'Cy' }),
          ],
          ['effect/7'],
        );
        const { position } = await store.append(one);
        const [before] = await store.readLog(position - 1, 1);
        await store.redact([
          { position, stream: 'venue-1', version: 1, data: { name: 'nobody' } },
          { position: position + 9, stream: 'venue-1', version: 2, data: { name: 'not there' } },
        ]);
        const events = [{ ...one.events[0], data: { name: 'nobody' } }, ...one.events.slice(1)];
        expect(await other.readLog(position - 1)).toEqual([{ ...before, events }]);
        const names = (await Array.fromAsync(other.readStream('venue-1'))).map((event) => event.data);
        expect(names).toEqual([{ name: 'nobody' }, { name: 'Cy' }]);
        await store.append(newCommit([takes('venue-1', 3)]));
        await expect(store.append(newCommit([takes('venue-1', 1)]))).rejects.toMatchObject({
          code: 'version-conflict',
        });
      });

      it('reads the log after a position, up to a limit', async () => {
        const { store } = stores;
        const positions: number[] = [];
        for (let id = 1; id <= 5; id++) positions.push((await store.append(newCommit([takes(`v-${id}`, 1)]))).position);
        const read = await store.readLog(positions[1]!, 2);
        expect(read.map((commit) => commit.position)).toEqual(positions.slice(2, 4));
        expect(await store.last()).toBe(positions[4]);
        expect(await store.readLog(positions[4]!)).toEqual([]);
      });

      it('shows a commit at its position as soon as it is acknowledged', async () => {
        const { store, other } = stores;
        const commit = newCommit([takes('venue-1', 1)]);
        const { position } = await store.append(commit);
        expect(await other.commitAt(position)).toEqual((await store.readLog(0))[0]);
        expect(await other.commitAt(position + 1)).toBeUndefined();
      });

      it('finds a commit by its id', async () => {
        const { store, other } = stores;
        const commit = newCommit([takes('venue-1', 1)]);
        expect(await store.findCommit(commit.meta.id)).toBeUndefined();
        const { position } = await store.append(commit);
        await store.append(newCommit([takes('venue-1', 2)]));
        expect(await other.findCommit(commit.meta.id)).toEqual((await store.readLog(position - 1, 1))[0]);
      });

      it('returns the keys of each commit', async () => {
        const { store, other } = stores;
        await store.append(newCommit([takes('venue-1', 1), takes('venue-1', 2)], ['effect/7']));
        await other.append(newCommit([takes('venue-1', 3)]));
        expect(await keyFaultsOf(store)).toEqual([]);
      });

      it('tells which of several known streams have moved on', async () => {
        const { store, other } = stores;
        await store.append(newCommit([takes('venue-1', 1), takes('venue-1', 2), takes('venue-2', 1)]));
        const known = [
          { stream: 'venue-1', version: 2 },
          { stream: 'venue-2', version: 1 },
          { stream: 'venue-3', version: 0 },
        ];
        expect([await other.firstMoved(known), await other.firstMoved([])]).toEqual([undefined, undefined]);
        expect(await other.firstMoved([{ stream: 'venue-1', version: 1 }, ...known])).toBe('venue-1');
        await store.append(newCommit([takes('venue-3', 1)]));
        expect(await other.firstMoved(known)).toBe('venue-3');
      });

      it('shows in one store the appends of another store of the same log', async () => {
        const { store, other } = stores;
        const { position } = await store.append(newCommit([takes('venue-1', 1)]));
        expect(await other.last()).toBe(position);
        expect(await Array.fromAsync(other.readStream('venue-1'))).toHaveLength(1);
        const next = await other.append(newCommit([takes('venue-1', 2)]));
        expect(next.position).toBe(position + 1);
      });
    });

    describe('over its life', () => {
      it('calls listeners after commits, until they unsubscribe', async () => {
        const { store } = stores;
        let calls = 0;
        const leave = store.onAppend(() => calls++);
        await store.append(newCommit([takes('venue-1', 1)]));
        await new Promise((resolve) => setImmediate(resolve));
        expect(calls).toBeGreaterThan(0);
        const before = calls;
        leave();
        await store.append(newCommit([takes('venue-1', 2)]));
        await new Promise((resolve) => setImmediate(resolve));
        expect(calls).toBe(before);
      });

      it('writes waiting appends before it closes, and nothing after', async () => {
        const { store } = stores;
        const waiting = store.append(newCommit([takes('venue-1', 1)]));
        await store.close();
        await expect(waiting).resolves.toEqual({ position: expect.any(Number) });
        await expect(store.append(newCommit([takes('venue-2', 1)]))).rejects.toMatchObject({
          code: 'store-unavailable',
        });
      });
    });

    describePages(stores, makeLog);
    describeRaces(stores);
    describeBatches(stores);
  });
};
