import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { createNumbers, type NumberSpace, type Numbers, reserveIds, skipNumbers } from './index.ts';

const someEntries = () => createSqliteEntries(openDatabase(':memory:'), { now: () => 0 });
const draw = async (numbers: Numbers, many: number, space: NumberSpace = 'records'): Promise<number[]> =>
  Promise.all(Array.from({ length: many }, () => numbers.next(space)));

describe('numbers', () => {
  it('count up in the blocks of their owner, every eighth of a thousand', async () => {
    const numbers = createNumbers(someEntries(), 1);
    const drawn = await draw(numbers, 2_001);
    expect([drawn[0], drawn[999], drawn[1_000], drawn[1_999], drawn[2_000]]).toEqual([1001, 2000, 9001, 10000, 17001]);
    expect(new Set(drawn).size).toBe(2_001);
  });

  it('never coincide between owners', async () => {
    const drawn: number[] = [];
    for (let owner = 0; owner < 8; owner++) drawn.push(...(await draw(createNumbers(someEntries(), owner), 1_500)));
    expect(new Set(drawn).size).toBe(8 * 1_500);
  });

  it('never coincide between two processes of one service, nor after a restart', async () => {
    const entries = someEntries();
    const [one, two] = [createNumbers(entries, 2), createNumbers(entries, 2)];
    const both = await Promise.all([draw(one, 1_200), draw(two, 1_200)]);
    const later = await draw(createNumbers(entries, 2), 10);
    expect(new Set([...both.flat(), ...later]).size).toBe(2_410);
  });

  it('are taken in blocks whose names all releases know', async () => {
    const entries = someEntries();
    await draw(createNumbers(entries, 1), 11_000);
    const taken = (await entries.list('number-block')).map(({ id }) => id);
    expect(taken).toEqual(Array.from({ length: 11 }, (_, turn) => `records/${String(turn).padStart(9, '0')}`));
  });

  it('count separately in each space', async () => {
    const numbers = createNumbers(someEntries(), 0);
    expect(await draw(numbers, 2, 'records')).toEqual([1, 2]);
    expect(await draw(numbers, 2, 'terms')).toEqual([1, 2]);
    expect(await draw(numbers, 1, 'users')).toEqual([1]);
  });

  it.each<NumberSpace>(['records', 'terms', 'users'])(
    'are not reused for %s after a restore, however old the backup was',
    async (space) => {
      for (const [lostBlocks, keptBlocks] of [
        [2_500, 0],
        [2_500, 700],
        [700, 2_500],
      ] as const) {
        const [lost, backup, alone] = [someEntries(), someEntries(), someEntries()];
        const given = [
          ...(await draw(createNumbers(lost, 3), lostBlocks, space)),
          ...(await draw(createNumbers(backup, 3), keptBlocks, space)),
          ...(await draw(createNumbers(alone, 3), keptBlocks, space)),
        ];
        await skipNumbers(backup, 1, lost);
        await skipNumbers(alone, 3);
        for (const entries of [backup, alone]) {
          const later = await draw(createNumbers(entries, 3), 1_200, space);
          expect(Math.min(...later)).toBeGreaterThan(Math.max(...given));
        }
      }
    },
  );

  it.each<NumberSpace>(['records', 'terms', 'users'])('are above the reserved ones for %s, at once', async (space) => {
    const numbers = createNumbers(someEntries(), 3);
    await draw(numbers, 2, space);
    reserveIds(41_234);
    const drawn = await draw(numbers, 1_500, space);
    reserveIds(0);
    expect(Math.min(...drawn)).toBeGreaterThan(41_234);
    expect(new Set(drawn).size).toBe(1_500);
  });

  it('are available again once the store is', async () => {
    const entries = someEntries();
    let out = true;
    const shaky: typeof entries = {
      ...entries,
      insert: async (kind, id, body, options) => {
        if (out) throw new RangeError('out of reach');
        return entries.insert(kind, id, body, options);
      },
    };
    const numbers = createNumbers(shaky, 0);
    await expect(draw(numbers, 2)).rejects.toThrow('out of reach');
    out = false;
    expect(await draw(numbers, 2)).toEqual([1, 2]);
  });
});
