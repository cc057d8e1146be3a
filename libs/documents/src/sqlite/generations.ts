import type { DatabaseSync } from 'node:sqlite';
import type { Collection } from '../documents.ts';
import { RebuildEndedError, UnknownCollectionError } from '../errors.ts';
import type { DocumentTable } from './documentTable.ts';
import { type GenerationRow, GenerationRows } from './generationRows.ts';
import { migrate } from './migrate.ts';
import { prepare, type Statement } from './prepare.ts';
import { shapeOf, type TableShape } from './shape.ts';
import { transact } from './transact.ts';

/** A collection in this process. */
export interface OpenCollection {
  readonly collection: Collection;
  readonly shape: TableShape;
  live: DocumentTable;
  /** The generation that a rebuild, of any process, is filling. */
  filling: DocumentTable | undefined;
  /**
   * Counts the changes that this process made or may have missed; answers cached before a change are invalid.
   */
  changes: number;
}

export interface SqliteDocumentsOptions {
  /**
   * True if the service's log is in the same file: a new file has an empty log, so its collections need not be filled.
   * Filling creates all tables a second time.
   */
  readonly isLogBeside?: boolean;
}

/** Milliseconds after which `changesOf` looks for the commits of other connections again. */
const LOOK_MS = 50;

/**
 * The live generation of each collection and the one being filled; detects switches by other connections.
 */
export class Generations {
  readonly #database: DatabaseSync;
  readonly #rows: GenerationRows;
  readonly #dataVersion: Statement<[number]>;
  readonly #opened = new Map<string, OpenCollection>();
  #seen = -1;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** Creates missing collections and migrates changed ones. */
  constructor(
    database: DatabaseSync,
    collections: readonly Collection[],
    { isLogBeside = false }: SqliteDocumentsOptions = {},
  ) {
    this.#database = database;
    const isNew = isLogBeside && isNewFile(database);
    this.#rows = new GenerationRows(database);
    this.#dataVersion = prepare(database, 'PRAGMA data_version', { arrays: true });
    transact(database, () => {
      const rows = this.#rows.all();
      for (const collection of collections) this.#open(collection, { rows, isNew });
    });
  }

  /** @throws UnknownCollectionError for a collection that was not declared */
  of(collection: Pick<Collection, 'name'>): OpenCollection {
    this.look();
    return this.known(collection);
  }

  /**
   * Returns the state of the last look-up. It suffices for reading documents, and for writing in a transaction that
   * has made a look-up.
   */
  known({ name }: Pick<Collection, 'name'>): OpenCollection {
    const state = this.#opened.get(name);
    if (state === undefined) throw new UnknownCollectionError(name);
    return state;
  }

  /**
   * Reads from the known generations. If another connection has replaced a generation, its view of documents no longer
   * exists: then this function looks up the generations and reads again. So all other reads save the look-up, which
   * costs as much as a read.
   */
  reading<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      if (!isGone(error) || !this.look()) throw error;
      return read();
    }
  }

  /** Returns the number of all changes that this process made or may have missed. */
  changes(): number {
    return [...this.#opened.values()].reduce((sum, { changes }) => sum + changes, 0);
  }

  /** Returns the number of changes of one collection; see `Documents.changesOf`. */
  changesOf(collection: Pick<Collection, 'name'>): number | undefined {
    if (!this.#database.isOpen || this.#database.isTransaction) return undefined;
    const now = performance.now();
    if (now - this.#lookedAt >= LOOK_MS) {
      this.look();
      this.#lookedAt = now;
    }
    return this.known(collection).changes;
  }

  /** Returns the collections whose live generation was begun under a lower projection version. */
  outdated(): Collection[] {
    return this.#which(isOutdated);
  }

  /** Returns other collections whose live generation has documents of a lower projection version. */
  holdingOlder(): Collection[] {
    return this.#which(
      (state) => !isOutdated(state) && state.live.holdsVersionBelow(state.collection.projectionVersion),
    );
  }

  #which(is: (state: OpenCollection) => boolean): Collection[] {
    this.look();
    return [...this.#opened.values()].filter(is).map(({ collection }) => collection);
  }

  /** Begins new generations; replaces those being filled. */
  begin({ collections, gently }: { collections: readonly Collection[]; gently: boolean }): DocumentTable[] {
    return this.#changing(() =>
      collections.map((collection) => {
        const { filling, shape } = this.of(collection);
        if (filling !== undefined) this.#rows.retire(filling);
        return this.#rows.create({
          collection: collection.name,
          state: 'filling',
          fold: collection.projectionVersion,
          shape,
          ...(gently && { gently }),
        });
      }),
    );
  }

  /** Makes generations live. @throws RebuildEndedError if one is no longer being filled */
  switch(tables: readonly DocumentTable[]): void {
    for (const table of tables) {
      if (this.isFilling(table)) transact(this.#database, () => this.#rows.index(table));
    }
    this.#changing(() => {
      for (const table of tables) {
        if (!this.isFilling(table)) throw new RebuildEndedError(table.collection);
        this.#rows.retire(this.of({ name: table.collection }).live);
        this.#rows.makeLive(table);
      }
    });
  }

  /** Abandons those generations that are still being filled. */
  abandon(tables: readonly DocumentTable[]): void {
    this.#changing(() => {
      for (const table of tables) if (this.isFilling(table)) this.#rows.retire(table);
    });
  }

  /** Deletes some of the remains of abandoned or replaced generations; returns false if nothing is left. */
  clearSome(): boolean {
    return transact(this.#database, () => this.#rows.clearSome());
  }

  isFilling({ collection, generation }: DocumentTable): boolean {
    return this.of({ name: collection }).filling?.generation === generation;
  }

  #open(collection: Collection, { rows, isNew }: { rows: readonly GenerationRow[]; isNew: boolean }): void {
    const shape = shapeOf(collection);
    const row = rows.find((each) => each.collection === collection.name && each.state === 'live');
    const live =
      row === undefined
        ? this.#rows.create({
            collection: collection.name,
            state: 'live',
            fold: isNew ? collection.projectionVersion : 0,
            shape,
          })
        : migrate(this.#database, this.#rows, row, shape);
    if (row !== undefined) this.#rows.complete(live);
    this.#opened.set(collection.name, { collection, shape, live, filling: undefined, changes: 0 });
  }

  /** Applies other connections' commits; returns false if there was none. */
  look(): boolean {
    const [version = this.#seen] = this.#dataVersion.get() ?? [];
    if (version === this.#seen) return false;
    this.#seen = version;
    this.#refresh();
    return true;
  }

  #refresh(): void {
    const rows = this.#rows.all();
    for (const state of this.#opened.values()) {
      const table = (name: string, known: DocumentTable | undefined) => {
        const row = rows.find((each) => each.collection === state.collection.name && each.state === name);
        return row?.generation === known?.generation ? known : row && this.#rows.open(row);
      };
      state.live = table('live', state.live) ?? state.live;
      state.filling = table('filling', state.filling);
      state.changes++;
    }
  }

  #changing<Result>(work: () => Result): Result {
    const result = transact(this.#database, work);
    this.#refresh();
    return result;
  }
}

/** True if a database has no tables. */
const isNewFile = (database: DatabaseSync): boolean =>
  prepare(database, 'SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;

const isOutdated = ({ live, collection }: OpenCollection): boolean => live.fold < collection.projectionVersion;

/** True for the error of a retired generation: its view is missing, or the index of its texts is being emptied. */
const isGone = (error: unknown): boolean =>
  String(error).includes('no such table: documents/') || /malformed|fts5: corrupt/.test(String(error));
