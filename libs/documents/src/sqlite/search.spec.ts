import fc from 'fast-check';
import { naiveFind } from '../contract/naiveQuery.ts';
import type { Collection, Filter } from '../documents.ts';
import { NotingDatabase } from './notingDatabase.contract.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const posts: Collection = {
  name: 'posts',
  projectionVersion: 1,
  indexes: [['rank']],
  arrays: ['marks'],
  texts: ['title', 'content'],
};
const marks: Collection = { name: 'marks', projectionVersion: 1 };
const WORDS = ['harbour', 'harbinger', 'Été', 'a"b', 'ou', 'music', '<i>mu</i>sic', 'été', 'x', '日本語祭'];

/** Creates a reproducible sequence of random-looking numbers. */
const dice = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
};

const textOf = (roll: (sides: number) => number): string =>
  Array.from({ length: roll(5) }, () => WORDS[roll(WORDS.length)]).join(' ');

const bodyOf = (id: number, roll: (sides: number) => number) => ({
  id,
  rank: roll(50),
  marks: roll(10) === 0 ? [1, 2] : [1],
  title: `${textOf(roll)} ${roll(900)}`,
  content: roll(6) === 0 ? null : textOf(roll),
});

const word = fc.constantFrom(
  'harb',
  'bour har',
  'ete',
  'a"b',
  'ou',
  'usic',
  'x',
  '77',
  '777',
  '本語祭',
  'nowhere',
  'har\0bour',
  '',
);
const texts = fc.constantFrom(['title'], ['content'], ['title', 'content']);
const search: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ texts, words: fc.array(word, { maxLength: 3 }), sameField: fc.boolean() }),
  fc.record({ texts, exactly: fc.constantFrom('music', 'harbour music', 'été', '', 'ou x') }),
  fc.record({ field: fc.constant('marks'), contains: fc.subarray([1, 2, 3]) }),
);
const query = fc.record(
  {
    filter: fc
      .tuple(fc.array(search, { minLength: 1, maxLength: 2 }), fc.boolean())
      .map(([filters, isNot]): Filter => (isNot ? { not: { any: filters } } : { all: filters })),
    order: fc.constantFrom([], [{ field: 'rank', direction: 'desc' as const }]),
    limit: fc.integer({ min: 1, max: 30 }),
  },
  { requiredKeys: ['filter'] },
);

describe('a search over thousands of documents in SQLite', () => {
  // enough for values and words that are too frequent to start from, and for writing trigrams many times
  const NUMBER = 2_500;

  it('finds the same as a look at each, after changes and deletions', async () => {
    const roll = dice(3);
    const database = openDatabase(':memory:', { durability: 'normal' });
    const documents = createSqliteDocuments(database, [posts, marks]);
    documents.writeNow([1, 2, 3].map((id) => ({ collection: marks, id, version: 1, body: { id } })));
    const bodies = new Map<number, object>();
    for (let step = 0; step < NUMBER * 1.6; step++) {
      const id = step < NUMBER ? step : roll(NUMBER);
      const body = step >= NUMBER && roll(5) === 0 ? null : bodyOf(id, roll);
      documents.writeNow([{ collection: posts, id, version: step + 1, body }]);
      if (body === null) bodies.delete(id);
      else bodies.set(id, body);
    }
    const world = {
      posts: [...bodies].map(([id, body]) => ({ id, body })),
      marks: [1, 2, 3].map((id) => ({ id, body: { id } })),
    };
    const run = async (asked: { filter: Filter }) => {
      expect(await documents.find(posts, asked)).toEqual(naiveFind(posts, asked, world));
      const { length } = naiveFind(posts, { filter: asked.filter }, world);
      expect(await documents.count(posts, asked.filter)).toBe(length);
      const named: Filter = { referencedBy: { collection: posts, field: 'marks', filter: asked.filter } };
      expect(await documents.find(marks, { filter: named })).toEqual(naiveFind(marks, { filter: named }, world));
    };
    await fc.assert(fc.asyncProperty(query, run), { numRuns: 120 });
    database.close();
  });
});

describe('a rare value of an array', () => {
  it('is looked up first among many documents, and finds each document once', async () => {
    const documents = createSqliteDocuments(openDatabase(':memory:'), [posts, marks]);
    const bodies = Array.from({ length: 4_000 }, (_, index) => ({
      id: index + 1,
      body: { rank: index, title: 'x', content: '', marks: index % 1_000 === 7 ? [1, 2, 3] : [9] },
    }));
    documents.writeNow(bodies.map(({ id, body }) => ({ collection: posts, id, version: 1, body })));
    for (const wanted of [[2], [1, 2], [1, 2, 3, 9]]) {
      const filter: Filter = {
        all: [
          { field: 'marks', contains: wanted },
          { field: 'rank', from: 5 },
        ],
      };
      const ordered = { filter, order: [{ field: 'rank', direction: 'desc' as const }], limit: 10 };
      expect(await documents.find(posts, ordered)).toEqual(naiveFind(posts, ordered, { [posts.name]: bodies }));
      const all = naiveFind(posts, { filter }, { [posts.name]: bodies });
      expect(await documents.find(posts, { filter })).toEqual(all);
      expect(await documents.count(posts, filter)).toBe(all.length);
    }
  });
});

describe('a range', () => {
  it.each([{ from: null }, { from: 1, to: null }, { after: null, before: 'a' }, {}])(
    'is refused with %j',
    async (range) => {
      const documents = createSqliteDocuments(openDatabase(':memory:'), [posts]);
      const filter = { field: 'rank', ...range } as Filter;
      await expect(documents.find(posts, { filter })).rejects.toThrow('a range over "rank" needs bounds');
    },
  );
});

describe('a rare word', () => {
  it('is looked up once for a list, and once for its length', async () => {
    const database = new NotingDatabase(':memory:');
    const documents = createSqliteDocuments(database, [posts]);
    const titleOf = (id: number) => (id % 500 === 7 ? 'rare harbour feast' : 'common feast');
    const put = (id: number) => ({ collection: posts, id, version: 1, body: { rank: -id, title: titleOf(id) } });
    documents.writeNow(Array.from({ length: 2_400 }, (_, id) => put(id)));
    const filter: Filter = { texts: ['title'], words: ['harbour', 'feast'] };
    const lookedUp = async (read: () => Promise<unknown>) => {
      database.statements.clear();
      const found = await read();
      return [found, [...database.statements].filter((text) => text.includes('MATCH')).length];
    };
    const ranks = async () => {
      const found = await documents.find<{ rank: number }>(posts, {
        filter,
        order: [{ field: 'rank', direction: 'asc' }],
        limit: 3,
      });
      return found.map(({ rank }) => rank);
    };
    expect(await lookedUp(ranks)).toEqual([[-2_007, -1_507, -1_007], 1]);
    expect(await lookedUp(() => documents.count(posts, filter))).toEqual([5, 1]);
    documents.writeNow([put(2_507)]);
    expect(await ranks()).toEqual([-2_507, -2_007, -1_507]);
    database.close();
  });
});

describe('a common word', () => {
  it('is counted in the texts of a range of documents at a time, and in no other order of its letters', async () => {
    const database = new NotingDatabase(':memory:');
    const documents = createSqliteDocuments(database, [posts]);
    const titleOf = (id: number) => (id % 2 === 0 ? 'harbour feast' : 'harbo arbour');
    const put = (id: number) => ({ collection: posts, id, version: 1, body: { rank: id, title: titleOf(id) } });
    documents.writeNow(Array.from({ length: 4_096 }, (_, id) => put(id)));
    database.statements.clear();
    expect(await documents.count(posts, { texts: ['title'], words: ['harbour', 'feast'] })).toBe(2_048);
    const counts = [...database.statements].filter((text) => /^\s*SELECT count\(\*\) AS count/.test(text));
    expect(counts).toHaveLength(1);
    // trigrams of many documents would be merged anew for each range
    expect(counts[0]).toContain('doc >= ? AND doc < ?');
    expect(counts[0]).not.toContain('MATCH');
    documents.writeNow([{ collection: posts, id: 0, version: 2, body: { rank: 0, title: 'concert' } }, put(5_000)]);
    expect(await documents.count(posts, { texts: ['title'], words: ['harbour'] })).toBe(2_048);
    const deep = {
      filter: { texts: ['title'], words: ['harbour'] },
      order: [{ field: 'rank', direction: 'asc' as const }],
    };
    const found = await documents.find<{ rank: number }>(posts, { ...deep, limit: 2, offset: 2_046 });
    expect(found.map(({ rank }) => rank)).toEqual([4_094, 5_000]);
    database.close();
  });
});
