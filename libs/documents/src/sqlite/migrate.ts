import type { DatabaseSync } from 'node:sqlite';
import { createDocumentTable, type DocumentTable } from './documentTable.ts';
import { dropTables, syncIndexes } from './schema.ts';
import { namesOf, type Shape } from './shape.ts';
import type { Statements } from './statements.ts';

const PAGE = 500;

/** A generation as all connections to the file know it. */
export interface GenerationRow {
  readonly generation: number;
  readonly collection: string;
  readonly state: 'live' | 'filling';
  readonly fold: number;
  readonly shape: string;
}

interface Migration {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly row: GenerationRow;
  readonly shape: Shape;
  /** Makes an empty live generation of the new shape. */
  make(): DocumentTable;
}

/**
 * Brings a live generation to the declared shape, at start: indexes alone are added and dropped in place; other fields
 * mean tables of another form, to which every document is copied.
 */
export const migrate = ({ database, statements, row, shape, make }: Migration): DocumentTable => {
  const names = namesOf(row.collection, row.generation);
  const before = JSON.parse(row.shape) as Shape;
  const current = createDocumentTable(statements, row.collection, row.generation, before);
  if (JSON.stringify(shape) === row.shape) return current;
  const update = statements('UPDATE document_generations SET shape = ?, state = ? WHERE generation = ?');
  if (sameTables(before, shape)) {
    syncIndexes(database, names, shape);
    update.run(JSON.stringify(shape), row.state, row.generation);
    return createDocumentTable(statements, row.collection, row.generation, shape);
  }
  statements('DELETE FROM document_generations WHERE collection = ?').run(row.collection);
  const fresh = make();
  copy(current, fresh);
  statements('UPDATE document_generations SET fold = ? WHERE generation = ?').run(row.fold, fresh.generation);
  dropTables(database, names, before);
  return fresh;
};

const sameTables = (before: Shape, after: Shape): boolean =>
  (['layout', 'fields', 'arrays', 'texts'] as const).every(
    (part) => JSON.stringify(before[part]) === JSON.stringify(after[part]),
  );

const copy = (from: DocumentTable, to: DocumentTable): void => {
  let page = from.page(undefined, PAGE);
  while (page.length > 0) {
    for (const document of page) to.put(document);
    page = from.page(page.at(-1)?.id, PAGE);
  }
};
