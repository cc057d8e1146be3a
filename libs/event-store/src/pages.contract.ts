import fc from 'fast-check';
import type { Commit, NewCommit, StreamEvent } from './index.ts';
import { type MakeLog, newCommit, type Stores, takes } from './logUnderTest.contract.ts';

const HEAVY = { text: 'x'.repeat(1_500_000) };

/** Commits over three streams, with texts of many lengths; a commit may have several events of a stream. */
const scripts = fc.array(
  fc.array(fc.record({ id: fc.integer({ min: 1, max: 3 }), length: fc.nat(400) }), { minLength: 1, maxLength: 4 }),
  { maxLength: 20 },
);
type Script = typeof scripts extends fc.Arbitrary<infer Value> ? Value : never;

const commitsOf = (script: Script): NewCommit[] => {
  const versions = new Map<number, number>();
  const event = ({ id, length }: Script[number][number]) => {
    versions.set(id, (versions.get(id) ?? 0) + 1);
    return takes(`venue-${id}`, versions.get(id) as number, { text: 'x'.repeat(length) });
  };
  return script.map((events) => newCommit(events.map(event)));
};

/** Returns the expected events of a stream, from all commits. */
const streamIn = (commits: readonly NewCommit[], stream: string, from: number): StreamEvent[] =>
  commits.flatMap(({ events, meta }, index) =>
    events
      .filter((event) => event.stream === stream && event.version >= from)
      .map((event) => ({ ...event, meta, position: index + 1 })),
  );

/** Requirements for reads of a log and its streams in pages of limited size. */
export const describePages = (stores: Stores, makeLog: MakeLog): void => {
  describe('the pages of a log', () => {
    it('hold no more large commits than reach their size, until none are left', async () => {
      const { store, other } = stores;
      for (let id = 1; id <= 5; id++) await store.append(newCommit([takes(`v-${id}`, 1, HEAVY)]));
      expect((await store.readLog(0)).map(({ position }) => position)).toEqual([1, 2, 3]);
      expect((await other.readLog(3)).map(({ position }) => position)).toEqual([4, 5]);
      expect((await store.readLog(1, 2)).map(({ position }) => position)).toEqual([2, 3]);
      expect(await store.readLog(5)).toEqual([]);
    });

    it('are read for a stream when the earlier ones are used up', async () => {
      const { store, other } = stores;
      for (let version = 1; version <= 5; version++) await store.append(newCommit([takes('venue-1', version, HEAVY)]));
      const seen: unknown[] = [];
      for await (const { version, data } of store.readStream('venue-1')) {
        seen.push([version, data === null ? null : Object.keys(data as object)]);
        if (version > 1) continue;
        const change = { stream: 'venue-1', data: { late: 1 } };
        await other.redact([3, 4].map((position) => ({ ...change, position, version: position })));
        await other.append(newCommit([takes('venue-1', 6)]));
      }
      expect(seen).toEqual([
        [1, ['text']],
        [2, ['text']],
        [3, ['text']],
        [4, ['late']],
        [5, ['text']],
        [6, []],
      ]);
    });

    it('add up to the whole log and every stream, whatever their size', async () => {
      const property = async (script: Script, pageSize: number): Promise<void> => {
        const { stores, close } = await makeLog({ pageSize });
        const commits = commitsOf(script);
        for (const commit of commits) await stores[0].append(commit);
        const log: Commit[] = [];
        for (let more = await stores[1].readLog(0); more.length > 0; more = await stores[1].readLog(log.length))
          log.push(...more);
        expect(log.map(({ meta }) => meta.id)).toEqual(commits.map(({ meta }) => meta.id));
        for (const stream of ['venue-1', 'venue-2', 'venue-3']) {
          for (const from of [1, 2, 5])
            expect(await Array.fromAsync(stores[1].readStream(stream, { from }))).toEqual(
              streamIn(commits, stream, from),
            );
        }
        await close();
      };
      await fc.assert(fc.asyncProperty(scripts, fc.integer({ min: 1, max: 3_000 }), property), { numRuns: 20 });
    });
  });
};
