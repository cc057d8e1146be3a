import type { DatabaseSync } from 'node:sqlite';
import type { Collection } from '../documents.ts';
import { RebuildEndedError, UnknownCollectionError } from '../errors.ts';
import type { DocumentTable } from './documentTable.ts';
import { GenerationRows } from './generationRows.ts';
import { migrate } from './migrate.ts';
import { prepare, type Statement } from './prepare.ts';
import { type Shape, shapeOf } from './shape.ts';
import { transact } from './transact.ts';

/** A collection as this process knows it. */
export interface Opened {
  readonly collection: Collection;
  readonly shape: Shape;
  live: DocumentTable;
  /** The generation that a rebuild, of whatever process, is filling. */
  filling: DocumentTable | undefined;
  /**
   * Counts the changes that this process made or may have missed; answers remembered before a change are no longer
   * valid.
   */
  changes: number;
}

/**
 * Which generation of each collection is live and which is being filled; switches made by other connections are
 * noticed.
 */
export class Generations {
  readonly #database: DatabaseSync;
  readonly #rows: GenerationRows;
  readonly #dataVersion: Statement<[number]>;
  readonly #opened = new Map<string, Opened>();
  #seen = -1;

  /** Makes what is missing of the collections and migrates what has changed. */
  constructor(database: DatabaseSync, collections: readonly Collection[]) {
    this.#database = database;
    this.#rows = new GenerationRows(database);
    this.#dataVersion = prepare(database, 'PRAGMA data_version', { arrays: true });
    transact(database, () => {
      for (const collection of collections) this.#open(collection);
    });
  }

  /** @throws UnknownCollectionError */
  of(collection: Pick<Collection, 'name'>): Opened {
    this.look();
    return this.known(collection);
  }

  /**
   * The state of the last look, which is enough for reading documents, and in a transaction that has looked, for
   * writing.
   */
  known({ name }: Pick<Collection, 'name'>): Opened {
    const state = this.#opened.get(name);
    if (state === undefined) throw new UnknownCollectionError(name);
    return state;
  }

  /**
   * Reads from the known generations. Where another connection has replaced one, its view of documents is gone: then it looks and
   * reads again. So the other reads need no look, which costs as much as a read.
   */
  reading<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      if (!isGone(error) || !this.look()) throw error;
      return read();
    }
  }

  /** All changes that this process made or may have missed. */
  changes(): number {
    return [...this.#opened.values()].reduce((sum, { changes }) => sum + changes, 0);
  }

  /** The collections whose live generation was begun under a lower projection version. */
  outdated(): Collection[] {
    return this.#which(isOutdated);
  }

  /** The others whose live generation holds documents of a lower projection version. */
  holdingOlder(): Collection[] {
    return this.#which(
      (state) => !isOutdated(state) && state.live.holdsVersionBelow(state.collection.projectionVersion),
    );
  }

  #which(is: (state: Opened) => boolean): Collection[] {
    this.look();
    return [...this.#opened.values()].filter(is).map(({ collection }) => collection);
  }

  /** Begins new generations, in place of any that is being filled. */
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

  /** Makes generations live. @throws RebuildEndedError one is not being filled any more */
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

  /** Gives up those generations that are still being filled. */
  abandon(tables: readonly DocumentTable[]): void {
    this.#changing(() => {
      for (const table of tables) if (this.isFilling(table)) this.#rows.retire(table);
    });
  }

  /** Deletes some of what generations that were given up or replaced have left; false where nothing is left. */
  clearSome(): boolean {
    return transact(this.#database, () => this.#rows.clearSome());
  }

  isFilling({ collection, generation }: DocumentTable): boolean {
    return this.of({ name: collection }).filling?.generation === generation;
  }

  #open(collection: Collection): void {
    const shape = shapeOf(collection);
    const row = this.#rows.all().find((each) => each.collection === collection.name && each.state === 'live');
    const live =
      row === undefined
        ? this.#rows.create({ collection: collection.name, state: 'live', fold: 0, shape })
        : migrate(this.#database, this.#rows, row, shape);
    this.#rows.complete(live);
    this.#opened.set(collection.name, { collection, shape, live, filling: undefined, changes: 0 });
  }

  /** Takes notice of other connections' commits; false when there was none. */
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

const isOutdated = ({ live, collection }: Opened): boolean => live.fold < collection.projectionVersion;

/** The error of a generation that is retired: its view is not there, or the index of its texts is being emptied. */
const isGone = (error: unknown): boolean =>
  String(error).includes('no such table: documents/') || /malformed|fts5: corrupt/.test(String(error));
