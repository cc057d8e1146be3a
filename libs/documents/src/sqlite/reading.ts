import type { DatabaseSync } from 'node:sqlite';
import type { Collection, DocumentId, Filter, Query, Scalar } from '../documents.ts';
import { type CountBy, selectCount, selectCountBy } from './countSql.ts';
import { createEstimates } from './estimates.ts';
import type { Generations } from './generations.ts';
import { selectBodies } from './querySql.ts';
import { createRemember } from './remembered.ts';
import { fromSql } from './scalars.ts';
import type { Scope } from './scope.ts';
import type { Sql } from './sql.ts';
import { createStatements } from './statements.ts';

interface CountRow {
  readonly value: Scalar;
  readonly count: number;
}

/** The reading half of the documents. */
export const createReading = (database: DatabaseSync, generations: Generations) => {
  const statements = createStatements(database);
  const arrayStatements = createStatements(database, { arrays: true });
  const remember = createRemember();
  const estimate = createEstimates(statements, () => generations.changes());
  const tableOf = (collection: Collection) => generations.of(collection).live;
  const scopeOf = (collection: Collection): Scope => ({ table: tableOf(collection), alias: 'd', tableOf, estimate });

  const counted = (what: string, collection: Collection, filter: Filter | undefined, make: () => Sql): CountRow[] => {
    const used = [collection, ...collectionsIn(filter)];
    const changes = used.reduce((sum, each) => sum + generations.of(each).changes, 0);
    const key = `${what} ${collection.name} ${JSON.stringify(filter, nameOfCollection)}`;
    return remember(key, changes, () => {
      const { text, values } = make();
      return statements(text).all(...values) as unknown as CountRow[];
    });
  };

  return {
    many: <Body>(collection: Collection, ids: readonly DocumentId[]): Body[] => {
      const table = tableOf(collection);
      return ids.map((id) => table.get<Body>(id)?.body ?? null).filter((body) => body !== null);
    },
    find: <Body>(collection: Collection, query: Query): Body[] => {
      const { text, values } = selectBodies(query, scopeOf(collection));
      const rows = arrayStatements(text).all(...values) as unknown as [string][];
      return rows.map(([body]) => JSON.parse(body) as Body);
    },
    count: (collection: Collection, filter?: Filter): number =>
      counted('count', collection, filter, () => selectCount(filter, scopeOf(collection)))[0]?.count ?? 0,
    countBy: (collection: Collection, by: CountBy): Map<Scalar, number> => {
      const what = `${by.field} ${JSON.stringify(by.values)}`;
      const rows = counted(what, collection, by.filter, () => selectCountBy(by, scopeOf(collection)));
      const counts = new Map<Scalar, number>(by.values.map((value) => [value, 0]));
      for (const { value, count } of rows) counts.set(fromSql(value), count);
      return counts;
    },
  };
};

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
