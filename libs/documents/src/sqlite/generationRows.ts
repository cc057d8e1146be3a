import type { DatabaseSync } from 'node:sqlite';
import { DocumentTable, type TableOptions } from './documentTable.ts';
import { RetiredGenerations } from './retiredGenerations.ts';
import { yieldsToOthers } from './retryWhileLocked.ts';
import { completeTables, createIndexes, createTables, dropRows, dropTables, syncIndexes } from './schema.ts';
import { namesOf, type TableShape } from './shape.ts';
import { createStatements, type Statements } from './statements.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS document_generations (
    generation INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, state TEXT NOT NULL, fold INTEGER NOT NULL,
    shape TEXT NOT NULL, UNIQUE (collection, state)
  ) STRICT;
`;

/**
 * Number of documents whose trigrams are written together, because most of the cost is in the transaction. Searches
 * check the waiting documents one by one; a generation that is being filled is not searched. The number is small for a
 * polite connection, or in a process that serves requests, so that nothing is blocked for long.
 */
const [LIVE_WAIT, FILLING_WAIT, GENTLE_WAIT] = [128, 4_096, 8];

/** A generation as all connections to the file see it. */
export interface GenerationRow {
  readonly generation: number;
  readonly collection: string;
  readonly state: 'live' | 'filling';
  /** The projection version under which it was begun; 0 if it was never filled from a log with commits. */
  readonly fold: number;
  readonly shape: string;
}

export interface NewGeneration extends Pick<GenerationRow, 'collection' | 'state' | 'fold'> {
  readonly shape: TableShape;
  /** True if other work waits for each of its transactions. */
  readonly gently?: boolean;
}

type Opening = Omit<TableOptions, 'textsTogether' | 'location'> &
  Pick<GenerationRow, 'state'> &
  Pick<NewGeneration, 'gently'>;

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

  create({ collection, state, fold, shape, gently = yieldsToOthers(this.#database) }: NewGeneration): DocumentTable {
    const { lastInsertRowid } = this.#statements(
      'INSERT INTO document_generations (collection, state, fold, shape) VALUES (?, ?, ?, ?)',
    ).run(collection, state, fold, JSON.stringify(shape));
    const generation = Number(lastInsertRowid);
    const names = namesOf(collection, generation);
    createTables(this.#database, names, shape, fold);
    // a generation that is being filled is read only by id; its sorted indexes cost half as much when they are created
    // at the end, but each of them in a single step
    if (state === 'live' || gently) createIndexes(this.#database, names, shape);
    return this.#table({ collection, generation, state, fold, shape, gently });
  }

  /** Creates the indexes of a filled generation. */
  index(table: DocumentTable): void {
    syncIndexes(this.#database, table.names, table.shape);
    table.takeTrigrams();
  }

  /** Removes a generation from the list. Its readers notice by an error; `clearSome` deletes its rows later. */
  retire({ generation, collection, names, shape }: DocumentTable): void {
    if (this.#statements('DELETE FROM document_generations WHERE generation = ?').run(generation).changes === 0) return;
    dropRows(this.#database, names);
    this.#retired.add({ generation, collection, shape });
  }

  /** Deletes some of the remains of retired generations; returns false if nothing is left. */
  clearSome(): boolean {
    return this.#retired.clearSome();
  }

  /** Drops a generation with all its rows, which locks the file for as long as there are many. */
  drop({ generation, names, shape }: DocumentTable): void {
    this.#statements('DELETE FROM document_generations WHERE generation = ?').run(generation);
    dropTables(this.#database, names, shape);
  }

  /** Creates the parts that a generation of an earlier release lacks. */
  complete({ names, fold }: DocumentTable): void {
    completeTables(this.#database, names, fold);
  }

  makeLive({ generation }: DocumentTable): void {
    this.#statements(`UPDATE document_generations SET state = 'live' WHERE generation = ?`).run(generation);
  }

  #table({ state, gently = yieldsToOthers(this.#database), ...of }: Opening): DocumentTable {
    const ownWait = state === 'filling' ? FILLING_WAIT : LIVE_WAIT;
    const textsTogether = gently ? GENTLE_WAIT : ownWait;
    const location = state === 'live' && !gently ? (this.#database.location() ?? undefined) : undefined;
    return new DocumentTable(this.#tableStatements, { ...of, textsTogether, location });
  }

  reshape(generation: number, shape: TableShape): void {
    const json = JSON.stringify(shape);
    this.#statements('UPDATE document_generations SET shape = ? WHERE generation = ?').run(json, generation);
  }
}
