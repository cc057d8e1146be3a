import type { Collection, Filter, Order, Query } from '../documents.ts';
import { selectCount, selectCountBy } from './countSql.ts';
import { createEstimates } from './estimates.ts';
import { Generations } from './generations.ts';
import { orderedPlanOf } from './orderedPlan.ts';
import { selectDocuments } from './querySql.ts';
import type { Scope } from './scope.ts';
import { shapeOf } from './shape.ts';
import type { Sql } from './sql.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';
import { createStatements } from './statements.ts';

const events: Collection = {
  name: 'events',
  projectionVersion: 1,
  indexes: [
    ['status', 'language', 'start'],
    ['status', 'start'],
    ['start'],
    ['tags', 'status', 'start'],
    ['hidden', 'language', 'start', 'end'],
    ['author'],
  ],
  arrays: ['categories', 'tags'],
  texts: ['title', 'content'],
};
const terms: Collection = { name: 'terms', projectionVersion: 1, indexes: [['name']] };
const NUMBER = 4_000;

const eventOf = (id: number) => ({
  status: ['publish', 'draft', 'trash'][id % 3],
  language: ['en', 'fr'][id % 2],
  hidden: false,
  end: '2027',
  author: id % 1_000 === 3 ? 7 : 1,
  start: `2026-${String(id).padStart(5, '0')}`,
  categories: id % 100 === 0 ? [1, 2] : [1],
  tags: id % 500 === 0 ? [id % 7, 8, 9] : [id % 7, 8],
  title: id % 500 === 0 ? 'rare harbour' : id % 12 === 1 ? 'spring feast' : 'common feast',
  content: null,
});

/** The expressions of words that statements of `planOf` have looked up. */
const lookedUp: unknown[] = [];

const opened = () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, [events, terms]);
  const ids = Array.from({ length: NUMBER }, (_, index) => index + 1);
  documents.writeNow(ids.map((id) => ({ collection: events, id, version: 1, body: eventOf(id) })));
  const statements = createStatements(database);
  const generations = new Generations(database, [events, terms]);
  const tableOf = (collection: Collection) => generations.of(collection).live;
  const estimates = createEstimates(statements, () => 0);
  const scope = (collection: Collection): Scope => ({
    table: tableOf(collection),
    alias: 'd',
    tableOf,
    ...estimates,
    few: (docs, most) => {
      lookedUp.push(docs.values[0]);
      return estimates.few(docs, most);
    },
  });
  const plan = ({ text, values }: Sql): string =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...values)
      .map(({ detail }) => detail)
      .join('\n');
  return {
    planOf: (query: Query, collection = events) =>
      plan(selectDocuments({ limit: 10, ...query }, scope(collection), ['body'])),
    countPlanOf: (filter: Filter, collection = events) => plan(selectCount(filter, scope(collection))),
    countByPlanOf: (field: string, filter: Filter) =>
      plan(selectCountBy({ field, values: [1, 2], filter }, scope(events))),
  };
};

const { planOf, countPlanOf, countByPlanOf } = opened();
const byStart: Query['order'] = [{ field: 'start', direction: 'asc' }];
const byStartDown: Query['order'] = [{ field: 'start', direction: 'desc' }];
const status: Filter = { field: 'status', equals: 'publish' };
const language: Filter = { field: 'language', equals: 'en' };
const from: Filter = { field: 'start', from: '2026-00100' };
const sorting = 'USE TEMP B-TREE FOR ORDER BY';

describe('the plans of queries in SQLite', () => {
  it.each([
    ['one status', { all: [status, from] }, 'status/start/id" (@=? AND @>? AND @<?)'],
    [
      'language and status',
      { all: [language, status, from] },
      'status/language/start/id" (@=? AND @=? AND @>? AND @<?)',
    ],
    ['any status', from, 'index/start/id" (@>? AND @<?)'],
    [
      'a range open below',
      { all: [status, { field: 'start', before: '2026-9' }] },
      'status/start/id" (@=? AND @>? AND @<?)',
    ],
  ])('walk an index in its order for %s', (_, filter, index) => {
    for (const order of [byStart, byStartDown]) {
      const plan = planOf({ filter: filter as Filter, order });
      expect(plan.replaceAll(/\$\w+/g, '@').replaceAll(/INDEX (\S+)/g, 'INDEX "$1"')).toContain(index);
      expect(plan).not.toContain('B-TREE');
      expect(plan).not.toContain('SCAN');
    }
  });

  it('walk a range in its order, although an index begins with a field that many documents share', () => {
    const filter: Filter = {
      all: [
        { field: 'hidden', equals: false },
        { field: 'author', after: 0 },
      ],
    };
    const plan = planOf({ filter, order: [{ field: 'author', direction: 'asc' }], limit: 1 });
    expect(plan).toMatch(/SEARCH d USING COVERING INDEX \S+author\/id \(\$author>\? AND \$author<\?\)/);
    expect(plan).toContain('SEARCH d USING INTEGER PRIMARY KEY');
    expect(plan).not.toContain('B-TREE');
    const rare: Filter = { all: [status, { field: 'author', after: 0 }] };
    expect(planOf({ filter: rare, order: [{ field: 'author', direction: 'asc' }], limit: 1 })).toContain(sorting);
  });

  it('merge the statuses of a list instead of sorting them', () => {
    const plan = planOf({
      filter: { all: [{ field: 'status', in: ['publish', 'draft', 'trash'] }, from] },
      order: byStart,
    });
    expect(plan.match(/MERGE \(UNION ALL\)/g)).toHaveLength(2);
    expect(plan.match(/SEARCH d USING COVERING INDEX \S+status\/start\/id/g)).toHaveLength(3);
    expect(plan).not.toContain(sorting);
  });

  it('cut lists before an index that goes on after the order, and sort the ties', () => {
    const filter: Filter = { field: 'language', in: ['en', 'fr'] };
    const plan = planOf({ filter: { all: [filter, { field: 'hidden', equals: false }] }, order: byStart });
    expect(plan.match(/COVERING INDEX \S+hidden\/language\/start\/end\/id/g)).toHaveLength(2);
    expect(plan).not.toContain(`${sorting}\n`);
    expect(plan).toContain('FOR LAST TERM OF ORDER BY');
  });

  it('merge the pairs of two lists', () => {
    const lists: Filter[] = [
      { field: 'status', in: ['publish', 'draft'] },
      { field: 'language', in: ['en', 'fr'] },
    ];
    const plan = planOf({ filter: { all: lists }, order: byStartDown });
    expect(plan.match(/SEARCH d USING COVERING INDEX \S+status\/language\/start\/id/g)).toHaveLength(4);
  });

  it('choose, of the indexes in the right order, the one that most filters pin, wherever it is declared', () => {
    const filters: Filter[] = [
      { field: 'status', in: ['publish', 'draft'] },
      { field: 'language', in: ['en', 'fr'] },
    ];
    const order: Order[] = [{ field: 'start', direction: 'asc' }];
    const one = ['status', 'start'];
    const both = ['status', 'language', 'start'];
    for (const indexes of [
      [one, both],
      [both, one],
      [one, both, one],
      [one, one, both, one],
    ]) {
      const plan = orderedPlanOf(filters, order, shapeOf({ ...events, indexes }));
      expect(plan?.branches).toHaveLength(4);
    }
  });

  it('walk an index over an array and fields in its order', () => {
    const plan = planOf({ filter: { all: [{ field: 'tags', contains: [8] }, status, from] }, order: byStart });
    expect(plan).toMatch(
      /SEARCH dl USING COVERING INDEX \S+tags\/status\/start\/id \(value=\? AND \$status=\? AND \$start>\?/,
    );
    const several = planOf({ filter: { all: [{ field: 'tags', contains: [3, 8] }, status] }, order: byStartDown });
    expect(several).toContain('MERGE (UNION)');
    expect(several).not.toContain('B-TREE');
    expect(several.match(/SEARCH dl USING COVERING INDEX/g)).toHaveLength(2);
  });

  it('walk the index over an array whose value is the rarest, and start from a rarer one of another', () => {
    const tagged = (tag: number): Filter => ({ field: 'tags', contains: [tag] });
    const rare: Filter = { field: 'categories', contains: [2] };
    const byTag = planOf({ filter: { all: [tagged(9), status] }, order: byStart });
    expect(byTag).toMatch(/SEARCH dl USING COVERING INDEX \S+tags\/status\/start\/id/);
    expect(byTag).not.toContain(sorting);
    const byCategory = planOf({ filter: { all: [tagged(8), rare, status] }, order: byStart });
    expect(byCategory).toMatch(
      /SEARCH \S+categories USING PRIMARY KEY \(value=\?\)\nSEARCH d USING INTEGER PRIMARY KEY/,
    );
  });

  it('start from the documents of a rare array value, and walk past those without a common one', () => {
    const rare = planOf({ filter: { all: [{ field: 'categories', contains: [2] }, status] }, order: byStart });
    expect(rare).toMatch(/SEARCH \S+categories USING PRIMARY KEY \(value=\?\)\nSEARCH d USING INTEGER PRIMARY KEY/);
    const common = planOf({ filter: { all: [{ field: 'categories', contains: [1] }, status] }, order: byStart });
    expect(common).toMatch(/SEARCH d USING INDEX \S+status\/start\/id/);
    expect(common).toMatch(/SEARCH s USING PRIMARY KEY \(value=\? AND doc=\?\)/);
    expect(common).not.toContain(sorting);
  });

  it('start from the documents of a rare value of an indexed field, and walk past those without a common one', () => {
    const by = (author: number): Filter => ({ all: [status, { field: 'author', equals: author }] });
    const fromAuthor =
      /SEARCH d USING COVERING INDEX \S+author\/id \(\$author=\?\)\nSEARCH d USING INTEGER PRIMARY KEY/;
    for (const order of [byStart, byStartDown]) expect(planOf({ filter: by(7), order })).toMatch(fromAuthor);
    expect(countPlanOf(by(7))).toMatch(fromAuthor);
    const common = planOf({ filter: by(1), order: byStart });
    expect(common).toMatch(/SEARCH d USING INDEX \S+status\/start\/id/);
    expect(common).not.toContain(sorting);
  });

  it('start from the newest documents for a short word, which is looked for in no others', () => {
    const short: Filter = { all: [status, { texts: ['title', 'content'], words: ['feast', 'co'] }] };
    for (const plan of [planOf({ filter: short, order: byStart }), countPlanOf(short)]) {
      expect(plan).toMatch(/SCAN d USING COVERING INDEX sqlite_autoindex_\S+/);
      expect(plan).toMatch(/SEARCH d USING INTEGER PRIMARY KEY/);
    }
  });

  it('start from the trigrams of a rare word, and walk past texts without a common one', () => {
    const search = (word: string): Filter => ({ all: [status, { texts: ['title', 'content'], words: [word] }] });
    expect(planOf({ filter: search('harb'), order: byStart })).toMatch(
      /^SCAN json_each VIRTUAL TABLE[\s\S]+SEARCH d USING INTEGER/,
    );
    const common = planOf({ filter: search('commo'), order: byStart });
    expect(common).not.toContain('VIRTUAL TABLE');
    expect(common).not.toContain(sorting);
  });

  it('start from the trigrams of one rare word, and look up no others with it', () => {
    lookedUp.length = 0;
    const search: Filter = { all: [status, { texts: ['title'], words: ['feast', 'common', 'our'] }] };
    expect(planOf({ filter: search, order: byStart })).toMatch(/^SCAN json_each VIRTUAL TABLE[\s\S]+SEARCH d USING/);
    expect(lookedUp).toEqual(['{c1} : ("common")', '{c1} : ("feast")', '{c1} : ("our")']);
  });

  it('list the hits of one word only if that costs less than a walk to the first matches', () => {
    const either = (word: string): Filter => ({
      any: [
        { texts: ['title'], words: [word] },
        { field: 'hidden', equals: true },
      ],
    });
    expect(planOf({ filter: either('harb'), order: byStart })).toContain('VIRTUAL TABLE');
    expect(planOf({ filter: either('spring'), order: byStart })).not.toContain('VIRTUAL TABLE');
    expect(countPlanOf(either('spring'))).toContain('VIRTUAL TABLE');
  });

  it('find a list of ids by their index', () => {
    const few = planOf({ filter: { field: 'id', in: [5, 6, 7] }, order: byStart });
    const many = planOf({ filter: { field: 'id', in: Array.from({ length: 40 }, (_, id) => id) }, order: byStart });
    for (const plan of [few, many]) expect(plan).toMatch(/SEARCH d USING INDEX sqlite_autoindex_\S+ \(id=\?\)/);
  });

  it('list the documents of many array values once, instead of looking for each value in each document', () => {
    const without = (count: number): Filter => ({
      not: { field: 'tags', contains: Array.from({ length: count }, (_, tag) => tag) },
    });
    for (const plan of [planOf({ filter: without(40), order: byStart }), countPlanOf(without(40))]) {
      expect(plan).toMatch(/LIST SUBQUERY/);
      expect(plan).not.toContain('CORRELATED');
    }
    expect(countPlanOf(without(3))).toContain('CORRELATED');
  });

  it('count by indexes alone', () => {
    expect(countPlanOf({ all: [status, from] })).toMatch(/^SEARCH d USING COVERING INDEX/);
    expect(countPlanOf({ all: [status, { field: 'tags', contains: [8] }] })).toMatch(/^SEARCH dl USING COVERING INDEX/);
    expect(countByPlanOf('tags', status)).toMatch(/^SEARCH dl USING COVERING INDEX/);
  });

  it('look for one document with a value only if an index begins with its field', () => {
    const naming = (field: string): Filter => ({ referencedBy: { collection: events, field, filter: from } });
    expect(countPlanOf(naming('start'), terms)).toContain('CORRELATED');
    expect(countPlanOf(naming('language'), terms)).not.toContain('CORRELATED');
  });

  it('look for one document with a value, or list the values if few documents have them', () => {
    const used = (filter: Filter): Filter => ({ referencedBy: { collection: events, field: 'tags', filter } });
    const byName: Query = { order: [{ field: 'name', direction: 'asc' }] };
    const common = planOf({ ...byName, filter: used({ field: 'status', in: ['publish', 'draft'] }) }, terms);
    expect(common).toMatch(/SCAN d USING INDEX \S+name\/id[\s\S]+SEARCH drl USING COVERING INDEX \S+tags\/status/);
    const rare = planOf({ ...byName, filter: used({ field: 'id', equals: 3 }) }, terms);
    expect(rare).toMatch(
      /SEARCH d USING INDEX sqlite_autoindex_\S+ \(id=\?\)[\s\S]+SEARCH d USING INDEX sqlite_autoindex_documents\/events/,
    );
  });
});
