import type { DatabaseSync } from 'node:sqlite';
import { dropOneIndex, dropTables } from './schema.ts';
import { type Names, namesOf, type Shape } from './shape.ts';
import { createStatements, type Statements } from './statements.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS retired_generations (
    generation INTEGER PRIMARY KEY, collection TEXT NOT NULL, shape TEXT NOT NULL
  ) STRICT;
`;

/** How much of a generation goes in one transaction: rows, and milliseconds, whichever comes first. */
const [ROWS, SLICE] = [1_000, 20];

interface Retired {
  readonly generation: number;
  readonly collection: string;
  readonly shape: Shape;
}

/** Its shape is JSON. */
type RetiredRow = Omit<Retired, 'shape'> & { readonly shape: string };

/**
 * Generations that nobody reads or writes any more, whose tables are still there. To drop a full table takes as long as
 * it has pages, so its rows go first, some in each transaction, also after the process that retired it has ended.
 */
export class RetiredGenerations {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = createStatements(database);
    database.exec(SCHEMA);
  }

  add({ generation, collection, shape }: Retired): void {
    this.#statements('INSERT INTO retired_generations (generation, collection, shape) VALUES (?, ?, ?)').run(
      generation,
      collection,
      JSON.stringify(shape),
    );
  }

  /** Deletes some rows, or drops tables that have none left, in the transaction that is open; false where nothing is left. */
  clearSome(): boolean {
    const row = this.#statements<RetiredRow>('SELECT * FROM retired_generations LIMIT 1').get();
    if (row === undefined) return false;
    const { generation } = row;
    const shape: Shape = JSON.parse(row.shape);
    const names = namesOf(row.collection, generation);
    if (dropOneIndex(this.#database, names, shape) || this.#deleteSome(names, shape) > 0) return true;
    dropTables(this.#database, names, shape);
    this.#statements('DELETE FROM retired_generations WHERE generation = ?').run(generation);
    return true;
  }

  /** How many rows it has deleted; none only where there are none. */
  #deleteSome(names: Names, shape: Shape): number {
    const until = performance.now() + SLICE;
    let deleted = 0;
    // what belongs to the full-text index is else deleted by that alone
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
  /** How many rows, all small ones, a statement may take; default one. */
  readonly together?: number;
}

/** The tables of a generation that may have many rows, each with its primary key. */
const rowsOf = ({ documents, tombstones, texts, search, pending, array }: Names, shape: Shape): Rows[] => {
  const all = [
    { table: documents, key: 'doc' },
    { table: tombstones, key: 'id', together: TOGETHER },
    ...shape.arrays.map((field) => ({ table: array(field), key: 'value, doc', together: TOGETHER })),
  ];
  if (shape.texts.length === 0) return all;
  const ofSearch = (part: string): string => `${search.slice(0, -1)}_${part}"`;
  return [
    ...all,
    { table: texts, key: 'doc' },
    { table: pending, key: 'doc', together: TOGETHER },
    { table: ofSearch('data'), key: 'id' },
    { table: ofSearch('idx'), key: 'segid, term', together: TOGETHER },
    { table: ofSearch('docsize'), key: 'id', together: TOGETHER },
  ];
};

const TOGETHER = 50;
