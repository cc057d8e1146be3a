import type { DatabaseSync } from 'node:sqlite';
import { dropNextIndex, dropTables } from './schema.ts';
import { type Names, namesOf, type TableShape } from './shape.ts';
import { createStatements, type Statements } from './statements.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS retired_generations (
    generation INTEGER PRIMARY KEY, collection TEXT NOT NULL, shape TEXT NOT NULL
  ) STRICT;
`;

/** Limits of one transaction that deletes a part of a generation: rows, and milliseconds. */
const [ROWS, SLICE] = [1_000, 20];

interface RetiredGeneration {
  readonly generation: number;
  readonly collection: string;
  readonly shape: TableShape;
}

/** A stored row; its shape is JSON. */
type RetiredRow = Omit<RetiredGeneration, 'shape'> & { readonly shape: string };

/**
 * Generations that are no longer read or written, whose tables still exist. Dropping a full table takes time for each
 * of its pages. So its rows are deleted first, some in each transaction. This continues after the retiring process has
 * ended.
 */
export class RetiredGenerations {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = createStatements(database);
    database.exec(SCHEMA);
  }

  add({ generation, collection, shape }: RetiredGeneration): void {
    this.#statements('INSERT INTO retired_generations (generation, collection, shape) VALUES (?, ?, ?)').run(
      generation,
      collection,
      JSON.stringify(shape),
    );
  }

  /** Deletes some rows, or drops empty tables, in the open transaction; returns false if nothing is left. */
  clearSome(): boolean {
    const row = this.#statements<RetiredRow>('SELECT * FROM retired_generations LIMIT 1').get();
    if (row === undefined) return false;
    const { generation } = row;
    const shape: TableShape = JSON.parse(row.shape);
    const names = namesOf(row.collection, generation);
    if (dropNextIndex(this.#database, names, shape) || this.#deleteSome(names, shape) > 0) return true;
    dropTables(this.#database, names, shape);
    this.#statements('DELETE FROM retired_generations WHERE generation = ?').run(generation);
    return true;
  }

  /** Returns the number of deleted rows; 0 only if there are none. */
  #deleteSome(names: Names, shape: TableShape): number {
    const until = performance.now() + SLICE;
    let deleted = 0;
    // otherwise only the full-text index itself may delete its rows
    this.#database.enableDefensive(false);
    try {
      for (const { table, key, together = 1 } of rowsOf(names, shape)) {
        const first = this.#database.prepare(
          `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} ORDER BY ${key} LIMIT ${together})`,
        );
        for (let changes = first.run().changes; changes !== 0; changes = first.run().changes) {
          deleted += Number(changes);
          if (deleted >= ROWS || performance.now() >= until) return deleted;
        }
      }
      return deleted;
    } finally {
      this.#database.enableDefensive(true);
    }
  }
}

interface Rows {
  readonly table: string;
  readonly key: string;
  /** Maximum number of rows, all small ones, in one statement; default one. */
  readonly together?: number;
}

/** Returns the tables of a generation that may have many rows, each with its primary key. */
const rowsOf = ({ documents, tombstones, texts, search, pending, array }: Names, shape: TableShape): Rows[] => {
  const all = [
    { table: documents, key: 'doc' },
    { table: tombstones, key: 'id', together: ROWS_PER_TRANSACTION },
    ...shape.arrays.map((field) => ({ table: array(field), key: 'value, doc', together: ROWS_PER_TRANSACTION })),
  ];
  if (shape.texts.length === 0) return all;
  const ofSearch = (part: string): string => `${search.slice(0, -1)}_${part}"`;
  return [
    ...all,
    { table: texts, key: 'doc' },
    { table: pending, key: 'doc', together: ROWS_PER_TRANSACTION },
    { table: ofSearch('data'), key: 'id' },
    { table: ofSearch('idx'), key: 'segid, term', together: ROWS_PER_TRANSACTION },
    { table: ofSearch('docsize'), key: 'id', together: ROWS_PER_TRANSACTION },
  ];
};

const ROWS_PER_TRANSACTION = 50;
