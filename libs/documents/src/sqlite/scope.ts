import type { SQLInputValue } from 'node:sqlite';
import type { Collection, Filter } from '../documents.ts';
import { UndeclaredFieldError } from '../errors.ts';
import type { DocumentTable } from './documentTable.ts';
import { columnOf } from './shape.ts';

/** What a condition is compiled against: the table, its alias in the statement, and the values bound so far, in order. */
export interface Scope {
  readonly table: DocumentTable;
  readonly alias: string;
  readonly values: SQLInputValue[];
  /** The live table of another collection. */
  tableOf(collection: Collection): DocumentTable;
}

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
