import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Collection, DocumentWrite, Rebuild } from '../documents.ts';
import { RebuildEndedError } from '../errors.ts';
import type { DocumentTable } from './documentTable.ts';
import type { Generations } from './generations.ts';
import { retryWhileLocked, writing } from './retryWhileLocked.ts';
import { runWithoutFlush } from './runWithoutFlush.ts';
import { transact } from './transact.ts';

const PAGE = 500;

/** Milliseconds of writing, and documents, after which other work gets its turn, in this process and in others. */
const [SLICE, MOST] = [20, 500];

/** Begins a new generation of each collection and returns the object that fills it. */
export const beginRebuild = async (
  database: DatabaseSync,
  generations: Generations,
  wanted: { readonly collections: readonly Collection[]; readonly gently: boolean },
): Promise<Rebuild> => {
  const tables = await writing(database, () => generations.begin(wanted));
  await clearRetired(database, generations);

  const filling = ({ name }: Collection): DocumentTable => {
    const table = tables.find(({ collection }) => collection === name);
    if (table === undefined || !generations.isFilling(table)) throw new RebuildEndedError(name);
    return table;
  };

  /** Writes from an index on until the time is over; returns the next index. */
  const writeSome = (writes: readonly DocumentWrite[], from: number): number =>
    transact(database, () => {
      const until = performance.now() + SLICE;
      let next = from;
      for (const { collection, id, version, body } of writes.slice(from, from + MOST)) {
        filling(collection).put({ id, version, projectionVersion: collection.projectionVersion, body });
        next++;
        if (performance.now() >= until) break;
      }
      return next;
    });

  return {
    write: async (writes) => {
      for (let next = 0; next < writes.length; await breathe())
        next = await writing(database, () => runWithoutFlush(database, () => writeSome(writes, next)));
    },
    read: async (collection, after, limit = PAGE) =>
      retryWhileLocked(database, () => filling(collection).page(after, limit)),
    switch: async () => {
      await writing(database, () => generations.switch(tables));
      await clearRetired(database, generations);
    },
    abandon: async () => {
      await writing(database, () => generations.abandon(tables));
      await clearRetired(database, generations);
    },
  };
};

/** Deletes the remains of retired generations, some in each transaction, with turns for other work in between. */
export const clearRetired = async (database: DatabaseSync, generations: Generations): Promise<void> => {
  while (await writing(database, () => runWithoutFlush(database, () => generations.clearSome()))) await breathe();
};
