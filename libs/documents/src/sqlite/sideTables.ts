import type { Scalar } from '../documents.ts';
import { UnindexableValueError } from '../errors.ts';
import { valueAt } from '../valueAt.ts';
import { isScalar, toSql } from './scalars.ts';
import { arrayColumnOf, type Names, type Shape } from './shape.ts';
import type { Statements } from './statements.ts';
import { createTextTables } from './textTables.ts';

/** An array's distinct values as JSON, null for an empty one; kept with the document to tell what has changed. */
type ArrayJson = string | null;

/** The tables kept in step with a document: one a declared array, and the folded texts with their trigrams. */
export interface SideTables {
  arraysOf(body: unknown): ArrayJson[];
  storedArrays(row: { readonly [column: string]: unknown }): ArrayJson[];
  add(doc: number, arrays: readonly ArrayJson[], body: unknown): void;
  change(doc: number, before: readonly ArrayJson[], after: readonly ArrayJson[], body: unknown): void;
  remove(doc: number, before: readonly ArrayJson[]): void;
}

export const createSideTables = (
  statements: Statements,
  collection: string,
  names: Names,
  shape: Shape,
): SideTables => {
  const sql = statementsOf(names, shape);
  const texts = createTextTables(statements, names, shape);
  const keys = shape.arrays.map((field) => arrayColumnOf(field).slice(1, -1).replaceAll('""', '"'));

  const arrayOf = (body: unknown, field: string): ArrayJson => {
    const value = valueAt(body, field) ?? [];
    const values = [...new Set(Array.isArray(value) ? value : [value])];
    if (!values.every((item) => isScalar(item) && item !== null)) throw new UnindexableValueError(collection, field);
    return values.length === 0 ? null : JSON.stringify(values);
  };

  const syncArray = (place: number, doc: number, before: ArrayJson, after: ArrayJson): void => {
    if (before === after) return;
    const [old, fresh] = [new Set(parse(before)), new Set(parse(after))];
    const { take, give } = sql.arrays[place] as { take: string; give: string };
    for (const value of old.difference(fresh)) statements(take).run(toSql(value), doc);
    for (const value of fresh.difference(old)) statements(give).run(toSql(value), doc);
  };

  return {
    arraysOf: (body) => shape.arrays.map((field) => arrayOf(body, field)),
    storedArrays: (row) => keys.map((key) => row[key] as ArrayJson),
    add: (doc, arrays, body) => {
      for (const [place, after] of arrays.entries()) syncArray(place, doc, null, after);
      texts.put(doc, body);
    },
    change: (doc, before, after, body) => {
      for (const [place, array] of after.entries()) syncArray(place, doc, before[place] ?? null, array);
      texts.put(doc, body);
    },
    remove: (doc, before) => {
      for (const [place, array] of before.entries()) syncArray(place, doc, array, null);
      texts.remove(doc);
    },
  };
};

const parse = (json: ArrayJson): Scalar[] => (json === null ? [] : (JSON.parse(json) as Scalar[]));

const statementsOf = (names: Names, shape: Shape) => ({
  arrays: shape.arrays.map((field) => ({
    take: `DELETE FROM ${names.array(field)} WHERE value = ? AND doc = ?`,
    give: `INSERT INTO ${names.array(field)} (value, doc) VALUES (?, ?)`,
  })),
});
