import fc from 'fast-check';
import type { Collection, DocumentWrite, Filter, Query, Scalar } from '../documents.ts';
import { type Limits, type Make, writesOf } from './make.ts';
import { type NaiveDocument, naiveFind, type World } from './naiveQuery.ts';

const things: Collection = {
  name: 'random-things',
  projectionVersion: 1,
  indexes: [
    ['status', 'rank'],
    ['rank'],
    ['place.city', 'status'],
    ['flag', 'loose'],
    ['marks', 'status', 'rank'],
    ['flag', 'place.tags', 'loose'],
  ],
  arrays: ['marks', 'place.tags'],
  texts: ['title', 'place.note'],
};
const links: Collection = {
  name: 'random-links',
  projectionVersion: 1,
  indexes: [['to'], ['kind', 'far']],
  arrays: ['many'],
};

const text = fc.constantFrom(
  '',
  'a',
  'ab',
  'Été',
  'été',
  'zoo',
  '<b>Zo</b>o',
  'ab été',
  'œuvre',
  '𝒳',
  '\uffee',
  '10%',
  'a"b_c',
);
const scalar = fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constantFrom(0.5, 1e15, '1'), text, fc.boolean());
const nullable = fc.oneof({ arbitrary: scalar, weight: 5 }, { arbitrary: fc.constant(null), weight: 1 });
const id = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom('a', 'b', '3'));
const status = fc.constantFrom('publish', 'draft', 'trash');
const place = fc.record({ city: nullable, tags: fc.array(scalar, { maxLength: 3 }), note: text }, { requiredKeys: [] });

const thing = fc.record(
  {
    status,
    rank: fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constant(null)),
    flag: fc.boolean(),
    loose: nullable,
    marks: fc.oneof(fc.constantFrom([1], [1, 2]), fc.array(scalar, { maxLength: 4 }), fc.constant(null), scalar),
    place: fc.oneof(place, fc.constant(null)),
    title: fc.oneof(
      text,
      fc.tuple(text, text).map((texts) => texts.join(' ')),
    ),
  },
  { requiredKeys: ['status'] },
);
const link = fc.record({ to: id, far: nullable, kind: status, many: fc.array(id, { maxLength: 3 }) });

const documentsOf = <Body extends object>(body: fc.Arbitrary<Body>): fc.Arbitrary<NaiveDocument[]> =>
  fc
    .uniqueArray(fc.tuple(id, body), { selector: ([key]) => key, maxLength: 15 })
    .map((pairs) => pairs.map(([key, rest]) => ({ id: key, body: { id: key, ...rest } })));

const field = fc.constantFrom('id', 'status', 'rank', 'place.city', 'flag', 'loose');
const list = fc.array(nullable, { maxLength: 4 });
const bounds = fc
  .record({ from: scalar, after: scalar, to: scalar, before: scalar }, { requiredKeys: [] })
  .filter((range) => Object.keys(range).length > 0);
const texts = fc.uniqueArray(fc.constantFrom('title', 'place.note'), { minLength: 1 });
const linkFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ field: fc.constant('kind'), in: fc.array<Scalar>(status) }),
  fc.record({ not: fc.record({ field: fc.constant('id'), equals: id }) }),
);
const reference = fc.record(
  { collection: fc.constant(links), field: fc.constantFrom('to', 'many', 'far', 'id'), filter: linkFilter },
  { requiredKeys: ['collection', 'field'] },
);

/** Few values, or so many that stores use another query. */
const values = fc.oneof(fc.array(scalar, { maxLength: 3 }), fc.array(scalar, { minLength: 17, maxLength: 24 }));

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ field, equals: nullable }),
    fc.record({ field, in: list }),
    fc.tuple(field, bounds).map(([name, range]) => ({ field: name, ...range })),
    fc.record({ field: fc.constantFrom('marks', 'place.tags'), contains: values }),
    fc.record({ texts, words: fc.array(text, { maxLength: 3 }), sameField: fc.boolean() }),
    fc.record({ texts, exactly: text }),
    fc.record(
      { referencedBy: reference, field: fc.constantFrom('id', 'rank', 'loose') },
      { requiredKeys: ['referencedBy'] },
    ),
    fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
}));

const order = fc.array(fc.record({ field, direction: fc.constantFrom('asc' as const, 'desc' as const) }), {
  maxLength: 2,
});
const way = fc.constantFrom('asc' as const, 'desc' as const);
const page = { limit: fc.integer({ min: 0, max: 12 }), offset: fc.integer({ min: 0, max: 4 }) };

/** Lists as services query them: along an index, plain or over an array, for one or several values. */
const listing: fc.Arbitrary<Query> = fc.record(
  {
    filter: fc
      .tuple(
        fc.oneof(
          fc.record({ field: fc.constant('status'), equals: status }),
          fc.record({ field: fc.constant('status'), in: fc.array<Scalar>(status, { maxLength: 3 }) }),
        ),
        fc.option(
          fc.record({
            field: fc.constant('marks'),
            contains: fc.array(fc.oneof(fc.constant(1), scalar), { minLength: 1, maxLength: 3 }),
          }),
        ),
        fc.option(fc.record({ field: fc.constant('rank'), from: fc.integer({ min: -3, max: 9 }) })),
        fc.option(filter),
      )
      .map((filters) => ({ all: filters.filter((each) => each !== null) })),
    order: fc.tuple(fc.constant('rank'), way, fc.constant('id'), way).map(([rank, one, key, other]) => [
      { field: rank, direction: one },
      { field: key, direction: other },
    ]),
    ...page,
  },
  { requiredKeys: ['filter', 'order'] },
);

const query: fc.Arbitrary<Query> = fc.oneof(listing, fc.record({ filter, order, ...page }, { requiredKeys: [] }));

/** Returns earlier versions of the documents: the bodies of their neighbours; some were missing or deleted. */
const earlier = (collection: Collection, documents: readonly NaiveDocument[]): DocumentWrite[] =>
  documents
    .map(({ id: key }, place) => ({ collection, id: key, version: 0, body: documents[place + 1]?.body ?? null }))
    .filter((_, place) => place % 4 !== 3);

/** Requires that `find`, `count` and `countBy` give the results of a check of every document. */
export const randomQueriesContract = (make: Make, { utf16Order = false }: Limits = {}): void => {
  it('finds and counts the same as a look at every document', async () => {
    const worlds = fc.tuple(documentsOf(thing), documentsOf(link), fc.array(query, { minLength: 1, maxLength: 12 }));
    const run = async ([left, right, queries]: [NaiveDocument[], NaiveDocument[], Query[]]) => {
      fc.pre(!utf16Order || !JSON.stringify([left, right, queries]).includes('\uffee'));
      const { documents, dispose } = await make([things, links]);
      await documents.write([...earlier(things, left), ...earlier(links, right)]);
      await documents.write([...writesOf(things, left), ...writesOf(links, right)]);
      const world: World = { [things.name]: left, [links.name]: right };
      for (const each of queries) {
        expect(await documents.find(things, each)).toEqual(naiveFind(things, each, world));
        const all = naiveFind(things, each.filter === undefined ? {} : { filter: each.filter }, world);
        expect(await documents.count(things, each.filter)).toBe(all.length);
      }
      await dispose();
    };
    await fc.assert(fc.asyncProperty(worlds, run), { numRuns: 300 });
  });

  it('compares a bound only with values of its own kind, whichever sides are open', async () => {
    const { documents, dispose } = await make([things, links]);
    const values = [null, -1, 0, 2, '', 'a', 'b', false, true];
    const left = values.map((loose, index) => ({ id: index + 1, body: { status: 'publish', loose } }));
    await documents.write(writesOf(things, left));
    const given = values.filter((value) => value !== null);
    const ranges = given.flatMap((one) => [
      ...['from', 'after', 'to', 'before'].map((side) => ({ [side]: one })),
      ...given.map((other) => ({ from: one, before: other })),
    ]);
    for (const range of ranges) {
      const asked: Query = { filter: { field: 'loose', ...range } };
      expect(await documents.find(things, asked)).toEqual(naiveFind(things, asked, { [things.name]: left }));
    }
    await dispose();
  });

  it('finds the values of long lists, of whatever kinds', async () => {
    const { documents, dispose } = await make([things, links]);
    const values = [null, -1, 0, 1, '', 'a', '1', false, true];
    const left = values.map((loose, index) => ({ id: index + 1, body: { status: 'publish', loose } }));
    await documents.write(writesOf(things, left));
    const many = Array.from({ length: 20 }, (_, index) => index + 100);
    for (const some of [[true], [false, 'a'], [1, '1'], [null, ''], values]) {
      for (const asked of [
        { field: 'loose', in: [...many, ...some] },
        { not: { field: 'loose', in: [...many, ...some] } },
      ]) {
        const found = await documents.find(things, { filter: asked });
        expect(found).toEqual(naiveFind(things, { filter: asked }, { [things.name]: left }));
      }
    }
    await dispose();
  });

  it('lists in order the documents that contain one value of an array and another', async () => {
    const { documents, dispose } = await make([things, links]);
    await documents.write([
      { collection: things, id: 1, version: 1, body: { status: 'publish', rank: 2, marks: [1, 2] } },
      { collection: things, id: 2, version: 1, body: { status: 'publish', rank: 1, marks: [2] } },
    ]);
    const each = (values: readonly Scalar[]): Filter => ({
      all: [{ field: 'status', equals: 'publish' }, ...values.map((value) => ({ field: 'marks', contains: [value] }))],
    });
    const listed = (values: readonly Scalar[]) =>
      documents.find(things, { filter: each(values), order: [{ field: 'rank', direction: 'asc' }], limit: 5 });
    expect(await listed([1, 2])).toMatchObject([{ rank: 2 }]);
    expect(await listed([2])).toMatchObject([{ rank: 1 }, { rank: 2 }]);
    await dispose();
  });

  it('counts by field the same as a look at every document', async () => {
    const worlds = fc.tuple(documentsOf(thing), fc.array(scalar), fc.option(filter, { nil: undefined }));
    const run = async ([left, values, only]: [NaiveDocument[], Scalar[], Filter | undefined]) => {
      const { documents, dispose } = await make([things, links]);
      await documents.write(earlier(things, left));
      await documents.write(writesOf(things, left));
      const number = (condition: Filter) =>
        naiveFind(
          things,
          { filter: { all: only === undefined ? [condition] : [condition, only] } },
          { [things.name]: left },
        ).length;
      const marks = await documents.countBy(things, 'marks', values, only);
      const ranks = await documents.countBy(things, 'loose', values, only);
      for (const value of values) {
        expect([value, marks.get(value)]).toEqual([value, number({ field: 'marks', contains: [value] })]);
        expect([value, ranks.get(value)]).toEqual([value, number({ field: 'loose', equals: value })]);
      }
      await dispose();
    };
    await fc.assert(fc.asyncProperty(worlds, run), { numRuns: 100 });
  });
};
