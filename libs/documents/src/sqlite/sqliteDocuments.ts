import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Collection, Documents, DocumentWrite, Filter, Query, Rebuild, Scalar } from '../documents.ts';
import { createCounter } from './counter.ts';
import { type Generations, openGenerations } from './generations.ts';
import { selectOf } from './querySql.ts';
import type { Scope } from './scope.ts';
import { createRebuild } from './sqliteRebuild.ts';
import { createStatements } from './statements.ts';
import { transact } from './transact.ts';

export { openDatabase } from './openDatabase.ts';
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
  const generations = openGenerations(database, statements, collections);
  const counter = createCounter(statements, generations);

  const writeNow = (writes: readonly DocumentWrite[]): void =>
    transact(database, () => {
      for (const write of writes) writeOne(generations, write);
    });

  const rows = (collection: Collection, query: Query): { body: string }[] => {
    const scope = scopeOf(generations, collection);
    return statements(selectOf(query, scope)).all(...scope.values) as unknown as { body: string }[];
  };

  return {
    writeNow,
    write: async (writes) => writeNow(writes),
    get: async (collection, id) => generations.of(collection).live.get(id),
    getMany: async <Body>(collection: Collection, ids: readonly (number | string)[]) => {
      const { live } = generations.of(collection);
      return ids.map((id) => live.get<Body>(id)?.body ?? null).filter((body) => body !== null);
    },
    find: async <Body>(collection: Collection, query: Query) =>
      rows(collection, query).map(({ body }) => JSON.parse(body) as Body),
    count: async (collection, filter) => counter.count(collection, filter),
    countBy: async (collection: Collection, field: string, values: readonly Scalar[], filter?: Filter) =>
      counter.countBy(collection, { field, values }, filter),
    outdated: async () => generations.outdated(),
    rebuild: async (wanted): Promise<Rebuild> => createRebuild(database, generations, wanted),
    close: async () => undefined,
  };
};

/** What a filter on a collection is compiled against. */
const scopeOf = (generations: Generations, collection: Collection): Scope & { values: SQLInputValue[] } => ({
  table: generations.of(collection).live,
  alias: 'd',
  values: [],
  tableOf: (other) => generations.of(other).live,
});

const writeOne = (generations: Generations, { collection, id, version, body }: DocumentWrite): void => {
  const state = generations.of(collection);
  const document = { id, version, fold: collection.fold, body };
  if (state.live.put(document)) state.changes++;
  state.filling?.put(document);
};
