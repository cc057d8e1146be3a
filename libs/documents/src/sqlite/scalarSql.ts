import type { Range, Scalar } from '../documents.ts';
import { InvalidFilterError } from '../errors.ts';
import { toSql } from './scalars.ts';
import { allOf, bound, FALSE, joined, type Sql, sql } from './sql.ts';

/** Length above which a list is bound as one value. */
const LONG_LIST = 16;

/** Returns the condition that a column is one of the list; null matches a field that is null or missing. */
export const memberCondition = (column: string, list: readonly Scalar[]): Sql => {
  const present = [...new Set(list)].filter((value) => value !== null);
  const isNull = list.includes(null);
  if (present.length === 0) return isNull ? sql`${column} IS NULL` : FALSE;
  const condition = presentCondition(column, present);
  return isNull ? sql`(${condition} OR ${column} IS NULL)` : condition;
};

const presentCondition = (column: string, list: readonly Exclude<Scalar, null>[]): Sql => {
  const [first] = list;
  if (list.length === 1 && first !== undefined) return sql`${column} = ${bound(toSql(first))}`;
  if (list.length > LONG_LIST && !list.some((value) => typeof value === 'boolean'))
    return sql`${column} IN (SELECT value FROM json_each(${bound(JSON.stringify(list))}))`;
  const values = joined(
    list.map((value) => bound(toSql(value))),
    ', ',
  );
  return sql`${column} IN (${values})`;
};

const BOUNDS = [
  ['from', '>='],
  ['after', '>'],
  ['to', '<='],
  ['before', '<'],
] as const;

/**
 * Returns the condition for a range. Bounds compare only values of their own kind: an open side ends with the kind, and
 * bounds of two kinds match nothing.
 * @throws InvalidFilterError for a range without bounds, or with one that is null
 */
export const rangeCondition = (column: string, range: Range): Sql => {
  const given = BOUNDS.filter(([name]) => range[name] !== undefined);
  const first = given[0] === undefined ? null : (range[given[0][0]] ?? null);
  if (first === null || given.some(([name]) => range[name] === null))
    throw new InvalidFilterError(`a range over "${range.field}" needs bounds that are not null`);
  if (given.some(([name]) => typeof range[name] !== typeof first)) return FALSE;
  const conditions = given.map(([name, sign]) => sql`${column} ${sign} ${bound(toSql(range[name] ?? null))}`);
  if (range.from === undefined && range.after === undefined) conditions.push(...lowest(column, first));
  if (range.to === undefined && range.before === undefined) conditions.push(...highest(column, first));
  return allOf(conditions);
};

const lowest = (column: string, kind: Scalar): Sql[] => {
  if (typeof kind === 'number') return [];
  return [typeof kind === 'string' ? sql`${column} >= ''` : sql`${column} >= x''`];
};

const highest = (column: string, kind: Scalar): Sql[] => {
  if (typeof kind === 'boolean') return [];
  return [typeof kind === 'string' ? sql`${column} < x''` : sql`${column} < ''`];
};
