import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Collection, DocumentId, Documents, DocumentWrite, Query } from '../documents.ts';
import { readLimit } from '../readLimit.ts';
import { prepareTexts } from '../storable.ts';
import { Generations, type SqliteDocumentsOptions } from './generations.ts';
import { type Piece, Reading } from './reading.ts';
import { retryWhileLocked, writing } from './retryWhileLocked.ts';
import { runWithoutFlush } from './runWithoutFlush.ts';
import { beginRebuild, clearRetired } from './sqliteRebuild.ts';
import { transact } from './transact.ts';
import { reading as readingIn } from './turns.ts';

export { type Durability, openDatabase } from './openDatabase.ts';
export { createSqliteCounters } from './sqliteCounters.ts';
export { createSqliteEntries } from './sqliteEntries.ts';

export interface SqliteDocuments extends Documents {
  /** Writes at once, in the open transaction of the connection, or in one of its own. */
  writeNow(writes: readonly DocumentWrite[]): void;
}

/**
 * Creates state documents in a service's SQLite file, one set of tables for each collection and generation.
 * `collections` must list all collections of the service: missing tables are created and changed declarations migrated
 * at once. The connection stays open.
 */
export const createSqliteDocuments = (
  database: DatabaseSync,
  collections: readonly Collection[],
  options: SqliteDocumentsOptions = {},
): SqliteDocuments => {
  const generations = new Generations(database, collections, options);
  const read = new Reading(database, generations);
  // changes are counted anew in each process
  const opening = randomBytes(9).toString('base64url');
  const writeNow = (writes: readonly DocumentWrite[]): void =>
    transact(database, () => {
      generations.look();
      for (const write of writes) writeOne(generations, write);
    });
  const reading = <Result>(one: () => Result): Result | Promise<Result> =>
    readingIn(database, () => generations.reading(one));
  return {
    writeNow,
    write: async (writes) => {
      await prepareTexts(writes);
      await writing(database, () => runWithoutFlush(database, () => writeNow(writes)));
    },
    get: async <Body>(collection: Collection, id: DocumentId) =>
      reading(() => generations.known(collection).live.get<Body>(id)),
    getMany: (collection, ids) => manyInPieces(ids, async (from) => reading(() => read.many(collection, ids, from))),
    find: (collection, query) => findInPieces(query, async (piece) => reading(() => read.piece(collection, piece))),
    count: async (collection, filter) => {
      const countSome = await reading(() => read.beginCount(collection, filter));
      if (countSome === undefined) return reading(() => read.count(collection, filter));
      for (;;) {
        const sum = await reading(countSome);
        if (sum !== undefined) return sum;
      }
    },
    countBy: async (collection, field, values, filter) =>
      reading(() => read.countBy(collection, { field, values, filter })),
    version: async () =>
      reading(() => {
        generations.look();
        // a transaction may be rolled back
        return database.isTransaction ? undefined : `${opening}.${generations.changes()}`;
      }),
    changesOf: (collection) => generations.changesOf(collection),
    outdated: async () => retryWhileLocked(database, () => generations.outdated()),
    holdingOlder: async () => retryWhileLocked(database, () => generations.holdingOlder()),
    sweep: async () => clearRetired(database, generations),
    rebuild: async (wanted, { gently = false } = {}) =>
      beginRebuild(database, generations, { collections: wanted, gently }),
    close: async () => undefined,
  };
};

/**
 * Reads a query in pieces, so that long documents do not block other work. A write between two pieces may repeat or
 * leave out a document, as between two pages.
 */
const findInPieces = async <Body>(query: Query, read: (piece: Query) => Promise<Piece<Body>>): Promise<Body[]> => {
  const { limit = Number.POSITIVE_INFINITY, offset = 0 } = query;
  const most = readLimit();
  const first = await read(query);
  most?.count(first.characters);
  let { rows: found, isFull } = first;
  while (isFull && found.length < limit) {
    const further = { ...query, offset: offset + found.length };
    const rest = query.limit === undefined ? further : { ...further, limit: limit - found.length };
    const next = await read(rest);
    most?.count(next.characters);
    found = [...found, ...next.rows];
    isFull = next.isFull;
  }
  return found;
};

/** Reads documents by id in pieces, as `findInPieces` does. */
const manyInPieces = async <Body>(
  ids: readonly DocumentId[],
  read: (from: number) => Promise<Piece<Body> & { readonly next: number }>,
): Promise<Body[]> => {
  const most = readLimit();
  let { rows: found, characters, next } = await read(0);
  most?.count(characters);
  while (next < ids.length) {
    const piece = await read(next);
    most?.count(piece.characters);
    found = [...found, ...piece.rows];
    next = piece.next;
  }
  return found;
};

const writeOne = (generations: Generations, { collection, id, version, body, isNew }: DocumentWrite): void => {
  const state = generations.known(collection);
  const document = { id, version, projectionVersion: collection.projectionVersion, body };
  if (state.live.put(document, isNew)) state.changes++;
  state.filling?.put(document);
};
