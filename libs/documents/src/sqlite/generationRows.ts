import type { DatabaseSync } from 'node:sqlite';
import { DocumentTable, type TableOptions } from './documentTable.ts';
import { RetiredGenerations } from './retiredGenerations.ts';
import { completeTables, createTables, dropRows, dropTables, syncIndexes } from './schema.ts';
import { namesOf, type Shape } from './shape.ts';
import { createStatements, type Statements } from './statements.ts';
import { isPolite } from './whenFree.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS document_generations (
    generation INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, state TEXT NOT NULL, fold INTEGER NOT NULL,
    shape TEXT NOT NULL, UNIQUE (collection, state)
  ) STRICT;
`;

/**
 * How many documents wait until their trigrams are written together, since most of the cost is in the transaction.
 * Searches look at the waiting documents one by one; a generation that is being filled is not searched. A polite
 * connection, or one in a process that serves, takes so few that nobody waits long.
 */
const [LIVE_WAIT, FILLING_WAIT, GENTLE_WAIT] = [128, 4_096, 8];

/** A generation as all connections to the file know it. */
export interface GenerationRow {
  readonly generation: number;
  readonly collection: string;
  readonly state: 'live' | 'filling';
  /** The projection version under which it was begun; 0 for one that has never been filled from the log. */
  readonly fold: number;
  readonly shape: string;
}

export interface NewGeneration extends Pick<GenerationRow, 'collection' | 'state' | 'fold'> {
  readonly shape: Shape;
  /** It is filled beside others who wait for each transaction. */
  readonly gently?: boolean;
}

type Opening = Omit<TableOptions, 'textsTogether'> & Pick<GenerationRow, 'state'> & Pick<NewGeneration, 'gently'>;

/** The list of generations, and the tables that belong to each. */
export class GenerationRows {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #tableStatements: Statements;
  readonly #retired: RetiredGenerations;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = createStatements(database);
    this.#tableStatements = createStatements(database, { arrays: true });
    database.exec(SCHEMA);
    this.#retired = new RetiredGenerations(database);
  }

  all(): GenerationRow[] {
    return this.#statements<GenerationRow>('SELECT * FROM document_generations').all();
  }

  open({ collection, generation, state, fold, shape }: GenerationRow): DocumentTable {
    return this.#table({ collection, generation, state, fold, shape: JSON.parse(shape) });
  }

  create({ collection, state, fold, shape, gently = isPolite(this.#database) }: NewGeneration): DocumentTable {
    const { lastInsertRowid } = this.#statements(
      'INSERT INTO document_generations (collection, state, fold, shape) VALUES (?, ?, ?, ?)',
    ).run(collection, state, fold, JSON.stringify(shape));
    const generation = Number(lastInsertRowid);
    createTables(this.#database, namesOf(collection, generation), shape, fold);
    const table = this.#table({ collection, generation, state, fold, shape, gently });
    // a generation that is being filled is read by id alone; its sorted indexes cost half as much when they are made at
    // the end, but each of them in one go
    if (state === 'live' || gently) this.index(table);
    return table;
  }

  /** Makes a full generation's indexes. */
  index(table: DocumentTable): void {
    syncIndexes(this.#database, table.names, table.shape);
    table.takeTrigrams();
  }

  /** Takes a generation out of the list. Whoever still reads it notices; its rows go later, by `clearSome`. */
  retire({ generation, collection, names, shape }: DocumentTable): void {
    if (this.#statements('DELETE FROM document_generations WHERE generation = ?').run(generation).changes === 0) return;
    dropRows(this.#database, names);
    this.#retired.add({ generation, collection, shape });
  }

  /** Deletes some of what retired generations have left; false where nothing is left. */
  clearSome(): boolean {
    return this.#retired.clearSome();
  }

  /** Drops a generation with all its rows, which keeps others from the file for as long as it has many. */
  drop({ generation, names, shape }: DocumentTable): void {
    this.#statements('DELETE FROM document_generations WHERE generation = ?').run(generation);
    dropTables(this.#database, names, shape);
  }

  /** Makes what a generation of an earlier release lacks. */
  complete({ names, fold }: DocumentTable): void {
    completeTables(this.#database, names, fold);
  }

  makeLive({ generation }: DocumentTable): void {
    this.#statements(`UPDATE document_generations SET state = 'live' WHERE generation = ?`).run(generation);
  }

  #table({ state, gently = isPolite(this.#database), ...of }: Opening): DocumentTable {
    const ownWait = state === 'filling' ? FILLING_WAIT : LIVE_WAIT;
    const textsTogether = gently ? GENTLE_WAIT : ownWait;
    return new DocumentTable(this.#tableStatements, { ...of, textsTogether });
  }

  reshape(generation: number, shape: Shape): void {
    const json = JSON.stringify(shape);
    this.#statements('UPDATE document_generations SET shape = ? WHERE generation = ?').run(json, generation);
  }
}
