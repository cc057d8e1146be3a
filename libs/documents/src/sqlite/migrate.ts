import type { DatabaseSync } from 'node:sqlite';
import type { DocumentTable } from './documentTable.ts';
import type { GenerationRow, GenerationRows } from './generationRows.ts';
import { syncIndexes } from './schema.ts';
import type { TableShape } from './shape.ts';

const PAGE = 500;

/**
 * Migrates a live generation to the declared shape, at start. A change of indexes alone is made in place. Other fields,
 * and texts folded by another rule, need tables of another form, to which every document is copied. A rebuild under the
 * old shape ends.
 */
export const migrate = (
  database: DatabaseSync,
  generations: GenerationRows,
  row: GenerationRow,
  shape: TableShape,
): DocumentTable => {
  const current = generations.open(row);
  if (row.shape === JSON.stringify(shape)) return current;
  for (const other of generations.all())
    if (other.collection === row.collection && other.state === 'filling') generations.drop(generations.open(other));
  if (isSameForm(current.shape, shape)) {
    syncIndexes(database, current.names, shape);
    generations.reshape(row.generation, shape);
    return generations.open({ ...row, shape: JSON.stringify(shape) });
  }
  const fresh = generations.create({ ...row, state: 'filling', shape });
  copy(current, fresh);
  generations.index(fresh);
  generations.drop(current);
  generations.makeLive(fresh);
  return generations.open({ ...row, generation: fresh.generation, shape: JSON.stringify(shape) });
};

const isSameForm = (before: TableShape, after: TableShape): boolean =>
  (['layout', 'fields', 'arrays', 'carried', 'texts', 'textFold'] as const).every(
    (part) => JSON.stringify(before[part]) === JSON.stringify(after[part]),
  );

const copy = (from: DocumentTable, to: DocumentTable): void => {
  let page = from.page(undefined, PAGE);
  while (page.length > 0) {
    for (const document of page) to.put(document);
    page = from.page(page.at(-1)?.id, PAGE);
  }
};
