import type { DatabaseSync } from 'node:sqlite';
import type { Collection, Rebuild } from '../documents.ts';
import { RebuildEndedError } from '../errors.ts';
import type { DocumentTable } from './documentTable.ts';
import type { Generations } from './generations.ts';
import { transact } from './transact.ts';
import { unflushed } from './unflushed.ts';

const PAGE = 500;

/** Begins a new generation of each collection and gives the means to fill it. */
export const beginRebuild = (
  database: DatabaseSync,
  generations: Generations,
  collections: readonly Collection[],
): Rebuild => {
  const tables = generations.begin(collections);

  const filling = ({ name }: Collection): DocumentTable => {
    const table = tables.find(({ collection }) => collection === name);
    if (table === undefined || !generations.isFilling(table)) throw new RebuildEndedError(name);
    return table;
  };

  return {
    write: async (writes) =>
      unflushed(database, () =>
        transact(database, () => {
          const filled = new Map<string, DocumentTable>();
          for (const { collection, id, version, body } of writes) {
            const table = filled.get(collection.name) ?? filling(collection);
            filled.set(collection.name, table);
            table.put({ id, version, projectionVersion: collection.projectionVersion, body });
          }
        }),
      ),
    read: async (collection, after, limit = PAGE) => filling(collection).page(after, limit),
    switch: async () => generations.switch(tables),
    abandon: async () => generations.abandon(tables),
  };
};
