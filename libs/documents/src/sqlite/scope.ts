import type { Collection, Filter } from '../documents.ts';
import { UndeclaredFieldError } from '../errors.ts';
import type { DocumentTable } from './documentTable.ts';
import { columnOf } from './shape.ts';
import { bound, type Sql, sql, TRUE } from './sql.ts';

/** A range of internal numbers of documents, its end excluded. */
export type DocRange = readonly [from: number, end: number];

/** The context for compiling a condition: a table and its alias in the statement. */
export interface Scope {
  readonly table: DocumentTable;
  readonly alias: string;
  /** The array whose side table leads the statement and supplies its carried fields. */
  readonly lead?: string;
  /** The documents that a part of a count covers; undefined: all. */
  readonly docs?: DocRange;
  /** Number of documents, the first in an order, that suffice; undefined: all are needed. */
  readonly wanted?: number | undefined;
  /** Returns the live table of another collection. */
  tableOf(collection: Collection): DocumentTable;
  /** Returns roughly the number of rows of a selection, counted up to `MANY`. */
  estimate(rows: Sql): number;
  /** Returns the internal numbers that a selection finds; undefined if there are more than `most`. */
  few(docs: Sql, most: number): readonly number[] | undefined;
}

/** The largest estimate; higher numbers are not told apart. */
export const MANY = 2_000;

/**
 * True if listing so many rows is less work than walking documents in their order until `wanted` of them match. Walking
 * visits about `size / rows` documents for each match.
 */
export const isCheaperThanScan = (rows: number, wanted: number, { table }: Scope): boolean =>
  rows < MANY && rows ** 2 <= wanted * table.size();

/** Returns the largest number of rows that `isCheaperThanScan`. */
export const mostCheaperThanScan = (wanted: number, { table }: Scope): number =>
  Math.min(MANY - 1, Math.floor(Math.sqrt(wanted * table.size())));

/** The kinds of filter with a given member. */
export type FilterWith<Key extends string> = Extract<Filter, { readonly [key in Key]: unknown }>;

/** Returns the column of a declared field, with its table's alias. @throws UndeclaredFieldError */
export const fieldOf = (scope: Scope, field: string): string => {
  const { table, alias, lead } = scope;
  if (field !== 'id' && !table.shape.fields.includes(field))
    throw new UndeclaredFieldError(table.collection, field, 'indexes');
  const isCarried = lead !== undefined && hasFields(scope, lead, [field]);
  return `${isCarried ? leadAlias(scope) : alias}.${columnOf(field)}`;
};

/** Returns the alias of the side table that leads a statement. */
export const leadAlias = ({ alias }: Scope): string => `${alias}l`;

/** Returns the column of the document's internal number. */
export const docOf = (scope: Scope): string => `${scope.lead === undefined ? scope.alias : leadAlias(scope)}.doc`;

/** Returns the condition that an internal number is in the range of the scope. */
export const withinDocs = (column: string, { docs }: Pick<Scope, 'docs'>): Sql => {
  if (docs === undefined) return TRUE;
  const [from, end] = docs;
  return sql`${column} >= ${bound(from)} AND ${column} < ${bound(end)}`;
};

/** Returns the side table of a declared array. @throws UndeclaredFieldError */
export const sideTableOf = ({ table }: Scope, field: string): string => {
  if (!table.shape.arrays.includes(field)) throw new UndeclaredFieldError(table.collection, field, 'arrays');
  return table.names.array(field);
};

/** True if an array's side table carries all of the fields. */
export const hasFields = ({ table }: Scope, array: string, fields: readonly string[]): boolean =>
  fields.every((field) => field === 'id' || table.shape.carried[array]?.includes(field));

/** Returns the FROM of a statement led by a side table, joined with the documents for fields it does not carry. */
export const leadFrom = (scope: Scope, array: string, fields: readonly string[]): string => {
  const [side, lead] = [sideTableOf(scope, array), leadAlias(scope)];
  if (hasFields(scope, array, fields)) return `${side} ${lead}`;
  return `${side} ${lead} CROSS JOIN ${scope.table.names.rows} ${scope.alias} ON ${scope.alias}.doc = ${lead}.doc`;
};

/** Returns the scalar fields of the collection that a filter uses. */
export const fieldsIn = (filter: Filter): readonly string[] => {
  if ('all' in filter) return filter.all.flatMap(fieldsIn);
  if ('any' in filter) return filter.any.flatMap(fieldsIn);
  if ('not' in filter) return fieldsIn(filter.not);
  if ('texts' in filter || 'contains' in filter) return [];
  return [filter.field ?? 'id'];
};
