import type { DatabaseSync } from 'node:sqlite';
import type { Collection } from '../documents.ts';
import { RebuildEndedError, UnknownCollectionError } from '../errors.ts';
import { createDocumentTable, type DocumentTable } from './documentTable.ts';
import { type GenerationRow, migrate } from './migrate.ts';
import { createTables, dropTables } from './schema.ts';
import { namesOf, type Shape, shapeOf } from './shape.ts';
import type { Statements } from './statements.ts';
import { transact } from './transact.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS document_generations (
    generation INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, state TEXT NOT NULL, fold INTEGER NOT NULL,
    shape TEXT NOT NULL, UNIQUE (collection, state)
  ) STRICT;
`;

/** A collection as this process knows it. */
export interface Opened {
  readonly collection: Collection;
  readonly shape: Shape;
  live: DocumentTable;
  /** The generation that a rebuild, of whatever process, is filling. */
  filling: DocumentTable | undefined;
  /** Counts the changes that this process made or may have missed; what was remembered before is void. */
  changes: number;
}

/** Which generation of each collection is live, and which is being filled; shared by all connections to the file. */
export interface Generations {
  /** The collection as it stands now, with other connections' switches seen. */
  of(collection: Collection): Opened;
  /** All changes that this process made or may have missed. */
  changes(): number;
  /** Live generations begun under a lower fold, or holding documents of one. */
  outdated(): Collection[];
  /** Begins new generations, in place of any that is being filled. */
  begin(collections: readonly Collection[]): DocumentTable[];
  /**
   * Makes generations live, or drops those that are still being filled.
   * @throws RebuildEndedError one to be made live is not being filled any more
   */
  end(tables: readonly DocumentTable[], how: 'switch' | 'abandon'): void;
}

export const openGenerations = (
  database: DatabaseSync,
  statements: Statements,
  collections: readonly Collection[],
): Generations => {
  const opened = new Map<string, Opened>();
  let seen = -1;
  const dataVersion = database.prepare('PRAGMA data_version');
  const insert = (collection: string, state: string, fold: number, shape: Shape): number =>
    Number(
      statements('INSERT INTO document_generations (collection, state, fold, shape) VALUES (?, ?, ?, ?)').run(
        collection,
        state,
        fold,
        JSON.stringify(shape),
      ).lastInsertRowid,
    );
  const rows = () => statements('SELECT * FROM document_generations').all() as unknown as GenerationRow[];

  const tableOf = (row: GenerationRow | undefined, known: DocumentTable | undefined): DocumentTable | undefined => {
    if (row === undefined || row.generation === known?.generation) return row && known;
    return createDocumentTable(statements, row.collection, row.generation, JSON.parse(row.shape) as Shape);
  };

  const refresh = (): void => {
    const present = rows();
    for (const state of opened.values()) {
      const find = (name: string) =>
        present.find((row) => row.collection === state.collection.name && row.state === name);
      state.live = tableOf(find('live'), state.live) ?? state.live;
      state.filling = tableOf(find('filling'), state.filling);
      state.changes++;
    }
  };

  const look = (): void => {
    const version = (dataVersion.get() as { data_version: number }).data_version;
    if (version === seen) return;
    seen = version;
    refresh();
  };

  const open = (collection: Collection): void => {
    const shape = shapeOf(collection);
    const make = (): DocumentTable => {
      const generation = insert(collection.name, 'live', 0, shape);
      createTables(database, namesOf(collection.name, generation), shape);
      return createDocumentTable(statements, collection.name, generation, shape);
    };
    const row = rows().find((each) => each.collection === collection.name && each.state === 'live');
    const live = row === undefined ? make() : migrate({ database, statements, row, shape, make });
    opened.set(collection.name, { collection, shape, live, filling: undefined, changes: 0 });
  };

  const of = (collection: Collection): Opened => {
    look();
    const state = opened.get(collection.name);
    if (state === undefined) throw new UnknownCollectionError(collection.name);
    return state;
  };

  const isOutdated = ({ collection, live }: Opened): boolean => {
    const row = rows().find((each) => each.generation === live.generation);
    return (row?.fold ?? 0) < collection.fold || live.holdsFoldBelow(collection.fold);
  };

  const drop = (table: DocumentTable): void => {
    statements('DELETE FROM document_generations WHERE generation = ?').run(table.generation);
    dropTables(database, table.names, table.shape);
  };

  const begin = (collection: Collection): DocumentTable => {
    const state = of(collection);
    if (state.filling !== undefined) drop(state.filling);
    const generation = insert(collection.name, 'filling', collection.fold, state.shape);
    createTables(database, namesOf(collection.name, generation), state.shape);
    return createDocumentTable(statements, collection.name, generation, state.shape);
  };

  const end = (table: DocumentTable, how: 'switch' | 'abandon'): void => {
    const state = of({ name: table.collection, fold: 0 });
    const isOurs = state.filling?.generation === table.generation;
    if (how === 'switch') {
      if (!isOurs) throw new RebuildEndedError(table.collection);
      drop(state.live);
      statements(`UPDATE document_generations SET state = 'live' WHERE generation = ?`).run(table.generation);
    } else if (isOurs) drop(table);
  };

  const changing = <Result>(work: () => Result): Result => {
    const result = transact(database, work);
    refresh();
    return result;
  };

  database.exec(SCHEMA);
  transact(database, () => collections.forEach(open));
  return {
    of,
    changes: () => [...opened.values()].reduce((sum, { changes }) => sum + changes, 0),
    outdated: () => [...opened.values()].filter(isOutdated).map(({ collection }) => collection),
    begin: (wanted) => changing(() => wanted.map(begin)),
    end: (tables, how) =>
      changing(() => {
        for (const table of tables) end(table, how);
      }),
  };
};
