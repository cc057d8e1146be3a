import fc from 'fast-check';
import type { Commit, NewCommit } from './index.ts';
import { expectConsistentLog, newCommit, outcomes, type Stores, takes, wholeLog } from './logUnderTest.contract.ts';

const COMMITS = 250;
/** Returns nested lists of the given depth. */
const nested = (levels: number): unknown[] => (levels === 1 ? [] : [nested(levels - 1)]);
const DATA_THAT_NO_STORE_KEEPS: Record<string, object> = {
  'a name with NUL': { meta: { 'a\0b': 1 } },
  'a type of the driver': { meta: [{ _bsontype: 'ObjectId' }] },
  'an unknown type of the driver': { meta: { _bsontype: 'x' } },
  'a reference of the driver': { meta: { $ref: 'posts', $id: 1 } },
  '91 levels': { meta: nested(90) },
};
const DATA_THAT_JSON_CANNOT_SAY: Record<string, unknown> = {
  'a bigint': { id: 1n },
  'not a number': { lat: Number.NaN },
  infinity: [Number.POSITIVE_INFINITY],
  'a function': { at: () => 1 },
  'a date': { at: new Date(0) },
  'a map': new Map([['a', 1]]),
  'a hole in a list': [1, undefined],
  nothing: undefined,
};

/** Requirements for batches: waiting commits are written together, and each fails alone. */
export const describeBatches = (stores: Stores): void => {
  const amid = async (bad: NewCommit): Promise<(number | string)[]> => {
    const commits = [newCommit([takes('venue-1', 1)]), bad, newCommit([takes('venue-2', 1)])];
    const ends = await outcomes(commits.map((commit) => stores.store.append(commit)));
    expect(ends).toEqual([expect.any(Number), expect.any(String), expect.any(Number)]);
    const log = await wholeLog(stores.store);
    expectConsistentLog(log);
    expect(log.map((commit) => commit.events[0]?.stream)).toEqual(['venue-1', 'venue-2']);
    return ends;
  };

  describe('a batch of appends', () => {
    it('writes many at once, more than fit in one batch', async () => {
      const commits = Array.from({ length: COMMITS }, (_, id) => newCommit([takes(`venue-${id}`, 1)]));
      const ends = await outcomes(commits.map((commit) => stores.store.append(commit)));
      const log = await wholeLog(stores.store);
      expectConsistentLog(log);
      expect(log).toHaveLength(COMMITS);
      expect(ends.map((end) => log[Number(end) - 1]?.meta.id)).toEqual(commits.map((commit) => commit.meta.id));
    });

    it('keeps the order of appends that build on one another', async () => {
      const commits = Array.from({ length: 20 }, (_, index) => newCommit([takes('venue-1', index + 1)]));
      const ends = await outcomes(commits.map((commit) => stores.store.append(commit)));
      expect(ends).toEqual(commits.map((_, index) => index + 1));
    });

    it('refuses only the conflicting append', async () => {
      const bad = newCommit([takes('venue-3', 1), takes('venue-1', 1)]);
      expect(await amid(bad)).toContain('version-conflict');
    });

    it('refuses only the append that is too large', async () => {
      const bad = newCommit([takes('venue-3', 1, { text: 'x'.repeat(16 * 1_024 * 1_024) })]);
      expect(await amid(bad)).toContain('commit-too-large');
    });

    it.each(Object.entries(DATA_THAT_JSON_CANNOT_SAY))('refuses only the append that holds %s', async (_, data) => {
      const bad = newCommit([{ ...takes('venue-3', 1), data }]);
      expect(await amid(bad)).toContain('unserialisable');
    });

    it.each(Object.entries(DATA_THAT_NO_STORE_KEEPS))('refuses only the append that holds %s', async (_, data) => {
      expect(await amid(newCommit([takes('venue-3', 1, data)]))).toContain('unstorable');
    });

    it('returns values at the limit as they were', async () => {
      const data = { meta: nested(89), $ref: 'posts', 'a.b': { $set: 1, '': 'a\0b' }, ['__proto__']: { a: 1 } };
      await stores.store.append(newCommit([takes('venue-1', 1, data)]));
      const [event] = await Array.fromAsync(stores.store.readStream('venue-1'));
      expect(JSON.stringify(event?.data)).toBe(JSON.stringify(data));
    });

    it('refuses only an append that is too large as BSON and not as JSON', async () => {
      const bad = newCommit([takes('venue-3', 1, { meta: Array.from({ length: 1_600_000 }, () => 1) })]);
      expect(await amid(bad)).toContain('commit-too-large');
    });

    it('refuses only an append that leaves a hole in a stream', async () => {
      expect(await amid(newCommit([takes('venue-3', 3)]))).toContain('version-conflict');
    });

    it('refuses an append that leaves a hole because the one before it was refused', async () => {
      await stores.store.append(newCommit([takes('venue-1', 1)], ['effect/1']));
      const together = [
        newCommit([takes('venue-2', 1)], ['effect/1']),
        newCommit([takes('venue-2', 2)]),
        newCommit([takes('venue-1', 2)]),
        newCommit([takes('venue-1', 3)]),
      ];
      const ends = await outcomes(together.map((commit) => stores.store.append(commit)));
      expect(ends).toEqual(['key-taken', 'version-conflict', 2, 3]);
      expectConsistentLog(await wholeLog(stores.other));
    });

    it('goes on with a stream that another store has written', async () => {
      await stores.other.append(newCommit([takes('venue-1', 1), takes('venue-1', 2)]));
      expect(await stores.store.append(newCommit([takes('venue-1', 3)]))).toEqual({ position: 2 });
    });

    it('names the place where a commit holds a value that JSON cannot express', async () => {
      const at = (data: object) => stores.store.append(newCommit([{ ...takes('venue-1', 1), data }]));
      await expect(at({ days: [{}, { on: new Date(0) }] })).rejects.toThrow('Taken.days[1].on is of a class');
      await expect(at({ lat: Number.NaN })).rejects.toThrow('Taken.lat is NaN');
    });

    it('refuses only an append that holds itself', async () => {
      const itself: { self?: object } = {};
      itself.self = itself;
      expect(await amid(newCommit([takes('venue-3', 1, itself)]))).toContain('unserialisable');
    });

    it.each([
      ['a version twice', newCommit([takes('venue-3', 1), takes('venue-3', 1)])],
      ['a hole between versions', newCommit([takes('venue-3', 1), takes('venue-3', 3)])],
      ['the version 0', newCommit([takes('venue-3', 0)])],
      ['a name twice', newCommit([takes('venue-3', 1)], ['effect/1', 'effect/1'])],
    ])('refuses only an append that holds %s', async (_, bad) => {
      expect(await amid(bad)).toContain('unserialisable');
    });

    it('lets a reader follow while writers append', async () => {
      const followed: Commit[] = [];
      let writing = true;
      const reader = (async () => {
        while (writing || followed.length < (await stores.other.last())) {
          followed.push(...(await stores.other.readLog(followed.length, 10)));
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      const writer = async (id: number): Promise<void> => {
        const store = id % 2 === 0 ? stores.store : stores.other;
        for (let version = 1; version <= 40; version++) await store.append(newCommit([takes(`venue-${id}`, version)]));
      };
      await Promise.all(Array.from({ length: 8 }, (_, id) => writer(id)));
      writing = false;
      await reader;
      expect(followed).toHaveLength(320);
      expect(followed).toEqual(await wholeLog(stores.store));
      expectConsistentLog(followed);
    });

    it('stores exactly the acknowledged commits, whatever is appended together', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(wantedCommits, { minLength: 1, maxLength: 25 }), (script) =>
          keepsItsWord(stores, script),
        ),
        { numRuns: 40 },
      );
    });
  });
};

/**
 * A commit to append: the number of events for each of a few streams, and perhaps a once key.
 */
interface WantedCommit {
  readonly streams: readonly number[];
  readonly behind: number;
  readonly name: number | undefined;
  readonly store: boolean;
}

const wantedCommits: fc.Arbitrary<WantedCommit> = fc.record({
  streams: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  behind: fc.integer({ min: 0, max: 1 }),
  name: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  store: fc.boolean(),
});

/**
 * Appends all commits at once. Expects acknowledged ones once in the log, at the returned position, and nothing of the
 * others.
 */
const keepsItsWord = async (stores: Stores, script: readonly WantedCommit[]): Promise<void> => {
  const before = await wholeLog(stores.store);
  const versions = new Map<string, number>();
  for (const event of before.flatMap((commit) => commit.events)) versions.set(event.stream, event.version);
  const commits = script.map(({ streams, behind, name }) =>
    newCommit(
      streams.map((id) => takes(`venue-${id}`, Math.max(1, (versions.get(`venue-${id}`) ?? 0) + 1 - behind))),
      name === undefined ? [] : [`effect/${before.length}/${name}`],
    ),
  );
  const ends = await outcomes(
    commits.map((commit, index) => (script[index]?.store ? stores.store : stores.other).append(commit)),
  );
  const log = await wholeLog(stores.store);
  expectConsistentLog(log);
  const logged = new Map(log.map((commit) => [commit.meta.id, commit.position]));
  for (const [index, end] of ends.entries()) {
    const position = logged.get(commits[index]?.meta.id ?? '');
    if (typeof end === 'number') expect(position).toBe(end);
    else expect([end, position]).toEqual([expect.stringMatching(/^(version-conflict|key-taken)$/), undefined]);
  }
  expect(log).toHaveLength(before.length + ends.filter((end) => typeof end === 'number').length);
};
