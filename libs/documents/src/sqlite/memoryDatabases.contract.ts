import type { DatabaseSync } from 'node:sqlite';
import type { Collection } from '../documents.ts';
import type { SqliteDocumentsOptions } from './generations.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

/**
 * Returns a function that opens an empty database in memory with the tables of collections. Creating the tables takes
 * most of a service's start, so only the first database of the collections creates them; the others are copies.
 */
export const memoryDatabases = (
  options: SqliteDocumentsOptions = {},
): ((collections: readonly Collection[]) => DatabaseSync) => {
  const contents = new WeakMap<readonly Collection[], Uint8Array>();
  return (collections) => {
    const content = contents.get(collections);
    const database = openDatabase(':memory:', { durability: 'normal', content });
    if (content !== undefined) return database;
    createSqliteDocuments(database, collections, options);
    contents.set(collections, database.serialize());
    return database;
  };
};
