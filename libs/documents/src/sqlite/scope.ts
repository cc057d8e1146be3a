import type { Collection, Filter } from '../documents.ts';
import { UndeclaredFieldError } from '../errors.ts';
import type { DocumentTable } from './documentTable.ts';
import { columnOf } from './shape.ts';
import type { Sql } from './sql.ts';

/** What a condition is compiled against: a table and its alias in the statement. */
export interface Scope {
  readonly table: DocumentTable;
  readonly alias: string;
  /** The live table of another collection. */
  tableOf(collection: Collection): DocumentTable;
  /** About how many rows a selection gives, counted up to `MANY`. */
  estimate(rows: Sql): number;
}

/** From here on, estimates do not tell rows apart. */
export const MANY = 2_000;

/** The kinds of filter that have a member. */
export type Of<Key extends string> = Extract<Filter, { readonly [key in Key]: unknown }>;

/** The column of a declared field, with the table's alias. @throws UndeclaredFieldError */
export const fieldOf = ({ table, alias }: Pick<Scope, 'table' | 'alias'>, field: string): string => {
  if (field !== 'id' && !table.shape.fields.includes(field))
    throw new UndeclaredFieldError(table.collection, field, 'indexes');
  return `${alias}.${columnOf(field)}`;
};

/** The side table of a declared array. @throws UndeclaredFieldError */
export const sideTableOf = (table: DocumentTable, field: string): string => {
  if (!table.shape.arrays.includes(field)) throw new UndeclaredFieldError(table.collection, field, 'arrays');
  return table.names.array(field);
};
