import type { DatabaseSync } from 'node:sqlite';
import type { Collection, DocumentId, Documents, DocumentWrite, Filter, Query, Scalar } from '../documents.ts';
import { selectCount, selectCountBy } from './countSql.ts';
import { createEstimates } from './estimates.ts';
import { type Generations, openGenerations } from './generations.ts';
import { selectBodies } from './querySql.ts';
import { createRemember } from './remembered.ts';
import { fromSql } from './scalars.ts';
import type { Scope } from './scope.ts';
import type { Sql } from './sql.ts';
import { createRebuild } from './sqliteRebuild.ts';
import { createStatements } from './statements.ts';
import { transact } from './transact.ts';

export { type Durability, openDatabase } from './openDatabase.ts';
export { createSqliteRecords } from './sqliteRecords.ts';

export interface SqliteDocuments extends Documents {
  /** Writes at once, in the transaction that is open on the connection, or in one of its own. */
  writeNow(writes: readonly DocumentWrite[]): void;
}

/**
 * State documents in a service's SQLite file, one set of tables a collection and generation. `collections` are all that
 * the service has: missing tables are made and changed declarations migrated at once. The connection stays open.
 */
export const createSqliteDocuments = (database: DatabaseSync, collections: readonly Collection[]): SqliteDocuments => {
  const statements = createStatements(database);
  const arrayStatements = createStatements(database, { arrays: true });
  const generations = openGenerations(database, statements, collections);
  const remember = createRemember();
  const estimate = createEstimates(statements, generations.changes);
  const tableOf = (collection: Collection) => generations.of(collection).live;
  const scopeOf = (collection: Collection): Scope => ({ table: tableOf(collection), alias: 'd', tableOf, estimate });
  const rows = <Row>({ text, values }: Sql): Row[] => statements(text).all(...values) as Row[];

  const counted = <Row>(what: string, collection: Collection, filter: Filter | undefined, make: () => Sql): Row[] => {
    const used = [collection, ...collectionsIn(filter)];
    const changes = used.reduce((sum, each) => sum + generations.of(each).changes, 0);
    const key = `${what} ${collection.name} ${JSON.stringify(filter, nameOfCollection)}`;
    return remember(key, changes, () => rows<Row>(make()));
  };

  const find = <Body>(collection: Collection, query: Query): Body[] => {
    const { text, values } = selectBodies(query, scopeOf(collection));
    const found = arrayStatements(text).all(...values) as unknown as [string][];
    return found.map(([body]) => JSON.parse(body) as Body);
  };

  const writeNow = (writes: readonly DocumentWrite[]): void =>
    transact(database, () => {
      for (const write of writes) writeOne(generations, write);
    });

  return {
    writeNow,
    write: async (writes) => writeNow(writes),
    get: async (collection, id) => tableOf(collection).get(id),
    getMany: async <Body>(collection: Collection, ids: readonly DocumentId[]) => {
      const table = tableOf(collection);
      return ids.map((id) => table.get<Body>(id)?.body ?? null).filter((body) => body !== null);
    },
    find: async (collection, query) => find(collection, query),
    count: async (collection, filter) => {
      const make = () => selectCount(filter, scopeOf(collection));
      return counted<{ count: number }>('count', collection, filter, make)[0]?.count ?? 0;
    },
    countBy: async (collection, field, values, filter) => {
      const make = () => selectCountBy(field, values, filter, scopeOf(collection));
      const what = `${field} ${JSON.stringify(values)}`;
      const counts = new Map<Scalar, number>(values.map((value) => [value, 0]));
      for (const row of counted<CountRow>(what, collection, filter, make)) counts.set(fromSql(row.value), row.count);
      return counts;
    },
    outdated: async () => generations.outdated(),
    rebuild: async (wanted) => createRebuild(database, generations, wanted),
    close: async () => undefined,
  };
};

interface CountRow {
  readonly value: Scalar;
  readonly count: number;
}

const collectionsIn = (filter: Filter | undefined): readonly Collection[] => {
  if (filter === undefined) return [];
  if ('all' in filter) return filter.all.flatMap(collectionsIn);
  if ('any' in filter) return filter.any.flatMap(collectionsIn);
  if ('not' in filter) return collectionsIn(filter.not);
  if (!('referencedBy' in filter)) return [];
  return [filter.referencedBy.collection, ...collectionsIn(filter.referencedBy.filter)];
};

const nameOfCollection = (key: string, value: unknown): unknown =>
  key === 'collection' ? (value as Collection).name : value;

const writeOne = (generations: Generations, { collection, id, version, body }: DocumentWrite): void => {
  const state = generations.of(collection);
  const document = { id, version, fold: collection.fold, body };
  if (state.live.put(document)) state.changes++;
  state.filling?.put(document);
};
