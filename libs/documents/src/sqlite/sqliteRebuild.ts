import type { DatabaseSync } from 'node:sqlite';
import type { Collection, DocumentWrite, Rebuild } from '../documents.ts';
import { RebuildEndedError } from '../errors.ts';
import type { DocumentTable } from './documentTable.ts';
import type { Generations } from './generations.ts';
import { transact } from './transact.ts';

const PAGE = 500;

/** Begins a new generation of each collection and gives the means to fill it. */
export const createRebuild = (
  database: DatabaseSync,
  generations: Generations,
  collections: readonly Collection[],
): Rebuild => {
  const tables = new Map(generations.begin(collections).map((table) => [table.collection, table]));

  const filling = (collection: Collection): DocumentTable => {
    const table = tables.get(collection.name);
    if (table === undefined || generations.of(collection).filling?.generation !== table.generation)
      throw new RebuildEndedError(collection.name);
    return table;
  };

  const writeOne = ({ collection, id, version, body }: DocumentWrite): void => {
    filling(collection).put({ id, version, fold: collection.fold, body });
  };

  return {
    write: async (writes) => transact(database, () => writes.forEach(writeOne)),
    read: async (collection, after, limit = PAGE) => filling(collection).page(after, limit),
    switch: async () => generations.end([...tables.values()], 'switch'),
    abandon: async () => generations.end([...tables.values()], 'abandon'),
  };
};
