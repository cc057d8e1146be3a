import type { Filter as Condition, Db } from 'mongodb';
import type {
  Collection,
  DocumentId,
  Documents,
  DocumentWrite,
  Filter,
  Query,
  Rebuild,
  Scalar,
  StateDocument,
} from '../documents.ts';
import { RebuildEndedError } from '../errors.ts';
import { pageFrom } from '../page.ts';
import { parseBody, readLimit } from '../readLimit.ts';
import { prepareTexts } from '../storable.ts';
import { answered, BOUNDED } from './answered.ts';
import { conditionOf, groupPath, type Subqueries, sortOf } from './condition.ts';
import { Generations } from './generations.ts';
import { MongodbChanges } from './sharedChanges.ts';
import { documentOf, type StoredDocument } from './stored.ts';
import { newestDocuments, writeGuarded } from './writing.ts';

export { createMongodbCounters, prepareCounters } from './mongodbCounters.ts';
export { createMongodbEntries, prepareEntries } from './mongodbEntries.ts';
export { shapeOf } from './stored.ts';

export interface MongodbDocumentsOptions {
  /**
   * Milliseconds between two reads of the live generations; default 1,000. It must be the same in all replicas.
   */
  readonly refresh?: number;
  /** True if the service's log was never written, so missing collections need no rebuild from it. */
  readonly fresh?: boolean;
}

/**
 * Opens state documents in MongoDB, in one MongoDB collection for each collection and generation, read from the
 * primary. `collections` must list all collections of the service; missing indexes are created first. The database's
 * client stays open.
 */
export const openMongodbDocuments = async (
  database: Db,
  collections: readonly Collection[],
  { refresh = 1_000, fresh = false }: MongodbDocumentsOptions = {},
): Promise<Documents> => {
  const generations = new Generations(database, collections, refresh);
  await generations.open(fresh);
  const changes = new MongodbChanges(database, collections);

  const subqueries: Subqueries = {
    valuesOf: async (collection, field, condition) => {
      const stored = await generations.live(collection);
      return answered(stored.distinct(groupPath(collection, field), live(condition), BOUNDED));
    },
    idFromEnd: async (collection, place) => {
      const cursor = (await generations.live(collection)).find(live({}), { ...BOUNDED, projection: { _id: 1 } });
      const [found] = await answered(cursor.sort({ _id: -1 }).skip(place).limit(1).toArray());
      return found?._id;
    },
  };
  const condition = async (collection: Collection, filter: Filter = { all: [] }): Promise<Condition<StoredDocument>> =>
    live(await conditionOf(collection, filter, subqueries));

  const find = async <Body>(collection: Collection, query: Query): Promise<Body[]> => {
    const sort = sortOf(collection, query.order);
    const matching = await condition(collection, query.filter);
    const cursor = (await generations.live(collection))
      .find(matching, { ...BOUNDED, projection: { body: 1 } })
      .sort(sort);
    if (query.limit === 0) return [];
    const rows = cursor.skip(query.offset ?? 0).limit(query.limit ?? 0);
    const found = await bodiesOf<Body>(rows, query.without);
    return found.map(({ body }) => body);
  };

  const countBy = async <Value extends Scalar>(
    collection: Collection,
    field: string,
    values: readonly Value[],
    filter?: Filter,
  ): Promise<Map<Value, number>> => {
    const path = groupPath(collection, field);
    const among = { [path]: { $in: [...values] } };
    const stages = [
      { $match: { $and: [await condition(collection, filter), among] } },
      ...(collection.arrays?.includes(field) ? [{ $unwind: `$${path}` }, { $match: among }] : []),
      { $group: { _id: `$${path}`, count: { $sum: 1 } } },
    ];
    const stored = await generations.live(collection);
    const rows = await answered(stored.aggregate<{ _id: Scalar; count: number }>(stages, BOUNDED).toArray());
    const counts = new Map(rows.map(({ _id, count }) => [_id, count]));
    return new Map(values.map((value) => [value, counts.get(value) ?? 0]));
  };

  const write = async (writes: readonly DocumentWrite[]): Promise<void> => {
    const groups = groupsOf(writes);
    if (groups.length === 0) return;
    await prepareTexts(writes);
    await changes.around(namesOf(groups.map(({ collection }) => collection)), async () => {
      for (const { collection, documents } of groups) {
        for (const generation of await generations.written(collection)) await writeGuarded(generation, documents);
      }
    });
  };

  return {
    get: async <Body>(collection: Collection, id: DocumentId) => {
      const found = await answered((await generations.live(collection)).findOne({ _id: id }, BOUNDED));
      return found === null ? undefined : documentOf<Body>(found);
    },
    getMany: async <Body>(collection: Collection, ids: readonly DocumentId[]) => {
      const stored = await generations.live(collection);
      const options = { ...BOUNDED, projection: { body: 1 } };
      const found = await bodiesOf<Body>(stored.find({ _id: { $in: [...ids] }, live: true }, options));
      const byId = new Map(found.map((document) => [document.id, document]));
      return ids.flatMap((id) => byId.get(id)?.body ?? []);
    },
    find,
    count: async (collection, filter) => {
      const matching = await condition(collection, filter);
      return answered((await generations.live(collection)).countDocuments(matching, BOUNDED));
    },
    countBy,
    write,
    version: async () => undefined,
    changesOf: () => undefined,
    sharedChanges: changes,
    outdated: () => which(collections, async (each) => isOutdated(each, await generations.entry(each))),
    holdingOlder: () => which(collections, (each) => holdsOlder(generations, each)),
    sweep: () => generations.sweep(),
    rebuild: (wanted) => beginRebuild({ generations, changes }, wanted),
    close: async () => undefined,
  };
};

/** Reads and parses bodies one by one, up to the limit of the work. */
const bodiesOf = <Body>(
  rows: AsyncIterable<Pick<StoredDocument, '_id' | 'body'>>,
  without?: readonly string[],
): Promise<{ readonly id: DocumentId; readonly body: Body }[]> => {
  const most = readLimit();
  const read = async () => {
    const found: { readonly id: DocumentId; readonly body: Body }[] = [];
    for await (const { _id: id, body: json } of rows) {
      const { body, characters } = parseBody<Body>(json, without);
      most?.count(characters);
      found.push({ id, body });
    }
    return found;
  };
  return answered(read());
};

const live = (condition: Condition<StoredDocument>): Condition<StoredDocument> => ({
  $and: [{ live: true }, condition],
});

const which = async (
  collections: readonly Collection[],
  is: (collection: Collection) => Promise<boolean>,
): Promise<Collection[]> => {
  const found: Collection[] = [];
  for (const collection of collections) if (await is(collection)) found.push(collection);
  return found;
};

const isOutdated = ({ projectionVersion }: Collection, { fold }: { readonly fold: number }): boolean =>
  fold < projectionVersion;

/** True if a collection has older documents; uses the index of those below the generation's version. */
const holdsOlder = async (generations: Generations, collection: Collection): Promise<boolean> => {
  if (isOutdated(collection, await generations.entry(collection))) return false;
  const stored = await generations.live(collection);
  return (await answered(stored.findOne({ fold: { $lt: collection.projectionVersion } }, BOUNDED))) !== null;
};

/** Returns the newest write of each document, by collection. */
const groupsOf = (writes: readonly DocumentWrite[]) =>
  [...Map.groupBy(writes, ({ collection }) => collection.name).values()].flatMap((group) =>
    group.slice(0, 1).map(({ collection }) => ({ collection, documents: newestDocuments(group) })),
  );

const namesOf = (collections: readonly Collection[]): string[] => collections.map(({ name }) => name);

interface RebuildPorts {
  readonly generations: Generations;
  readonly changes: MongodbChanges;
}

const beginRebuild = async (
  { generations, changes }: RebuildPorts,
  wanted: readonly Collection[],
): Promise<Rebuild> => {
  const numbers = await generations.begin(wanted);
  const begun = new Map(
    wanted.flatMap((collection) => {
      const generation = numbers.get(collection.name);
      return generation === undefined ? [] : [[collection, generation]];
    }),
  );
  const filling = async (collection: Collection) => {
    const generation = numbers.get(collection.name);
    if (generation === undefined || !(await generations.isFilling(collection, generation)))
      throw new RebuildEndedError(collection.name);
    return generations.at(collection, generation);
  };
  return {
    write: async (writes) => {
      for (const { collection, documents } of groupsOf(writes))
        await writeGuarded(await filling(collection), documents);
    },
    read: async (collection, after, limit = 500): Promise<StateDocument[]> => {
      const stored = await filling(collection);
      const found = stored.find(beyond(after), BOUNDED).sort({ _id: 1 }).limit(limit);
      const { rows } = await answered(pageFrom(found, { sizeOf: ({ body }) => body.length }));
      return rows.map(documentOf);
    },
    // until it ends, some replicas may still read the former generations
    switch: () => changes.around(namesOf(wanted), () => generations.switch(begun)),
    abandon: () => generations.abandon(begun),
  };
};

/** Returns the condition for ids after one: numbers come before texts, and comparisons stay within one kind. */
const beyond = (after: DocumentId | undefined): Condition<StoredDocument> => {
  if (after === undefined) return {};
  const same: Condition<StoredDocument> = { _id: { $gt: after } };
  return typeof after === 'string' ? same : { $or: [same, { _id: { $type: 'string' } }] };
};
