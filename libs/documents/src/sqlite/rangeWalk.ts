import type { Filter, Order, Range } from '../documents.ts';
import { isFieldFilter } from './driver.ts';
import { conditionOf } from './filterSql.ts';
import { isServed, pinnedFields } from './orderedPlan.ts';
import { fieldOf, MANY, type Scope } from './scope.ts';
import { arrayOfIndex } from './shape.ts';
import { allOf, type Sql, sql } from './sql.ts';

/** A range of the field by which documents are ordered, and the index that returns them in this order. */
export interface RangeWalk {
  readonly range: Filter;
  readonly index: readonly string[];
}

const isRange = (filter: Filter): filter is Range =>
  'from' in filter || 'after' in filter || 'to' in filter || 'before' in filter;

/**
 * Returns the walk for a query whose other filters match many documents: SQLite prefers an index that begins with the
 * fields of these, and would sort all their documents. Returns undefined if SQLite chooses well by itself.
 */
export const rangeWalkOf = (
  filters: readonly Filter[],
  order: readonly Order[],
  scope: Scope,
): RangeWalk | undefined => {
  const { shape, names } = scope.table;
  const [first] = order;
  const range = filters.find((filter) => isRange(filter) && filter.field === first?.field);
  const index = shape.indexes.find((fields) => arrayOfIndex(shape, fields) === undefined && isServed(fields, order));
  const others = filters.filter(isFieldFilter);
  const isOneWay = order.every(({ direction }) => direction === first?.direction);
  if (range === undefined || index === undefined || others.length === 0 || !isOneWay) return undefined;
  if (pinnedFields(filters, order, shape).size > 0) return undefined;
  const where = allOf(others.map((filter) => conditionOf(filter, scope)));
  const rows = scope.estimate(sql`SELECT 1 FROM ${names.rows} ${scope.alias} WHERE ${where}`);
  return rows < MANY ? undefined : { range, index };
};

/** The query of a walk. */
interface WalkQuery {
  /** The selected columns of the documents. */
  readonly selected: string;
  readonly filters: readonly Filter[];
  readonly order: readonly Order[];
  readonly limit: Sql;
}

/** Selects the documents of a query along its walk; one is fetched if the fields of the index match. */
export const walkSelect = (
  { range, index }: RangeWalk,
  { selected, filters, order, limit }: WalkQuery,
  scope: Scope,
): Sql => {
  const { alias, table } = scope;
  const along = { ...scope, alias: `${alias}w` };
  const isInIndex = (filter: Filter): boolean =>
    filter === range || ((isFieldFilter(filter) || isRange(filter)) && index.includes(filter.field));
  const [inIndex, others] = [filters.filter(isInIndex), filters.filter((filter) => !isInIndex(filter))];
  const where = allOf([
    ...inIndex.map((filter) => conditionOf(filter, along)),
    ...others.map((filter) => conditionOf(filter, scope)),
  ]);
  const orders = order.map(({ field, direction }) => `${fieldOf(along, field)} ${direction}`);
  return sql`
    SELECT ${selected} FROM ${table.names.rows} ${along.alias}
    CROSS JOIN ${table.names.rows} ${alias} ON ${alias}.doc = ${along.alias}.doc
    WHERE ${where} ORDER BY ${orders.join(', ')} ${limit}`;
};
