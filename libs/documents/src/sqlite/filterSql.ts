import type { SQLInputValue } from 'node:sqlite';
import type { Filter, Scalar } from '../documents.ts';
import { InvalidFilterError } from '../errors.ts';
import { toSql } from './scalars.ts';
import { fieldOf, type Of, type Scope, sideTableOf } from './scope.ts';
import { textCondition } from './textSql.ts';

/** Long lists are bound as one value. */
const LONG_LIST = 16;

/** A filter as a condition that is true exactly for what matches; its other outcome may be false or null. */
export const conditionOf = (filter: Filter, scope: Scope): string => {
  if ('all' in filter) return group(filter.all, ' AND ', '1', scope);
  if ('any' in filter) return group(filter.any, ' OR ', '0', scope);
  if ('not' in filter) return `(${conditionOf(filter.not, scope)}) IS NOT TRUE`;
  if ('equals' in filter) return memberCondition(fieldOf(scope, filter.field), [filter.equals], scope);
  if ('in' in filter) return memberCondition(fieldOf(scope, filter.field), filter.in, scope);
  if ('contains' in filter) return containsCondition(filter, scope);
  if ('texts' in filter) return textCondition(filter, scope);
  if ('referencedBy' in filter) return referenceCondition(filter, scope);
  return rangeCondition(filter, scope);
};

const group = (filters: readonly Filter[], operator: string, empty: string, scope: Scope): string =>
  filters.length === 0 ? empty : `(${filters.map((filter) => conditionOf(filter, scope)).join(operator)})`;

/** The column's value is one of the list. */
export const memberCondition = (column: string, list: readonly Scalar[], { values }: Pick<Scope, 'values'>): string => {
  const present = [...new Set(list)].filter((value) => value !== null);
  const isNull = list.includes(null) ? [`${column} IS NULL`] : [];
  if (present.length === 0) return isNull[0] ?? '0';
  const condition = memberList(column, present, values);
  return isNull.length === 0 ? condition : `(${condition} OR ${isNull[0]})`;
};

const memberList = (column: string, list: readonly Scalar[], values: SQLInputValue[]): string => {
  if (list.length > LONG_LIST && !list.some((value) => typeof value === 'boolean')) {
    values.push(JSON.stringify(list));
    return `${column} IN (SELECT value FROM json_each(?))`;
  }
  values.push(...list.map(toSql));
  return list.length === 1 ? `${column} = ?` : `${column} IN (${list.map(() => '?').join(', ')})`;
};

const BOUNDS = { from: '>=', after: '>', to: '<=', before: '<' } as const;

/** Bounds compare values of their own kind only: what is open on one side ends where the kind ends. */
const rangeCondition = (filter: Exclude<Filter, Of<'all'>>, scope: Scope): string => {
  const range = filter as Extract<Filter, { readonly from?: Scalar }> & { readonly field: string };
  const column = fieldOf(scope, range.field);
  const bounds = (['from', 'after', 'to', 'before'] as const).filter((bound) => range[bound] !== undefined);
  const [first] = bounds.map((bound) => range[bound]);
  if (first === undefined || bounds.some((bound) => range[bound] === null))
    throw new InvalidFilterError(`the range over "${range.field}" needs a bound that is not null`);
  const conditions = bounds.map((bound) => {
    scope.values.push(toSql(range[bound] as Scalar));
    return `${column} ${BOUNDS[bound]} ?`;
  });
  if (!bounds.some((bound) => bound === 'from' || bound === 'after')) conditions.push(...lowest(column, first));
  if (!bounds.some((bound) => bound === 'to' || bound === 'before')) conditions.push(...highest(column, first));
  return `(${conditions.join(' AND ')})`;
};

const lowest = (column: string, bound: Scalar): string[] => {
  if (typeof bound === 'number') return [];
  return [`${column} >= ${typeof bound === 'string' ? `''` : `x''`}`];
};

const highest = (column: string, bound: Scalar): string[] => {
  if (typeof bound === 'boolean') return [];
  return [`${column} < ${typeof bound === 'string' ? `x''` : `''`}`];
};

const containsCondition = ({ field, contains }: Of<'contains'>, scope: Scope): string => {
  const side = sideTableOf(scope.table, field);
  const member = memberCondition('s.value', contains, scope);
  return `EXISTS (SELECT 1 FROM ${side} s WHERE ${member} AND s.doc = ${scope.alias}.doc)`;
};

const referenceCondition = ({ field = 'id', referencedBy }: Of<'referencedBy'>, scope: Scope): string => {
  const table = scope.tableOf(referencedBy.collection);
  const inner: Scope = { ...scope, table, alias: `${scope.alias}r` };
  const isArray = table.shape.arrays.includes(referencedBy.field);
  const named = isArray ? 's.value' : fieldOf(inner, referencedBy.field);
  const side = isArray ? `${table.names.array(referencedBy.field)} s CROSS JOIN ` : '';
  const join = isArray ? ` ON ${inner.alias}.doc = s.doc` : '';
  const where = referencedBy.filter === undefined ? '1' : conditionOf(referencedBy.filter, inner);
  return `${fieldOf(scope, field)} IN (
    SELECT ${named} FROM ${side}${table.names.documents} ${inner.alias}${join} WHERE ${where})`;
};
