import type { DatabaseSync } from 'node:sqlite';
import type { Collection, Documents, DocumentWrite } from '../documents.ts';
import { Generations } from './generations.ts';
import { Reading } from './reading.ts';
import { beginRebuild } from './sqliteRebuild.ts';
import { transact } from './transact.ts';
import { unflushed } from './unflushed.ts';

export { type Durability, openDatabase } from './openDatabase.ts';
export { createSqliteCounters } from './sqliteCounters.ts';
export { createSqliteEntries } from './sqliteEntries.ts';

export interface SqliteDocuments extends Documents {
  /** Writes at once, in the transaction that is open on the connection, or in one of its own. */
  writeNow(writes: readonly DocumentWrite[]): void;
}

/**
 * State documents in a service's SQLite file, one set of tables for each collection and generation. `collections` are
 * all that the service has: missing tables are made and changed declarations migrated at once. The connection stays
 * open.
 */
export const createSqliteDocuments = (database: DatabaseSync, collections: readonly Collection[]): SqliteDocuments => {
  const generations = new Generations(database, collections);
  const read = new Reading(database, generations);
  const writeNow = (writes: readonly DocumentWrite[]): void =>
    transact(database, () => {
      generations.look();
      for (const write of writes) writeOne(generations, write);
    });
  return {
    writeNow,
    write: async (writes) => unflushed(database, () => writeNow(writes)),
    get: async (collection, id) => generations.reading(() => generations.known(collection).live.get(id)),
    getMany: async (collection, ids) => generations.reading(() => read.many(collection, ids)),
    find: async (collection, query) => generations.reading(() => read.find(collection, query)),
    count: async (collection, filter) => generations.reading(() => read.count(collection, filter)),
    countBy: async (collection, field, values, filter) =>
      generations.reading(() => read.countBy(collection, { field, values, filter })),
    outdated: async () => generations.outdated(),
    rebuild: async (wanted) => beginRebuild(database, generations, wanted),
    close: async () => undefined,
  };
};

const writeOne = (generations: Generations, { collection, id, version, body }: DocumentWrite): void => {
  const state = generations.known(collection);
  const document = { id, version, projectionVersion: collection.projectionVersion, body };
  if (state.live.put(document)) state.changes++;
  state.filling?.put(document);
};
