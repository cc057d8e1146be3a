import type { Filter } from '../documents.ts';
import { memberCondition, rangeCondition } from './scalarSql.ts';
import { docOf, type FilterWith, fieldOf, fieldsIn, leadAlias, leadFrom, type Scope, sideTableOf } from './scope.ts';
import { arrayColumnOf } from './shape.ts';
import { allOf, anyOf, type Sql, sql } from './sql.ts';
import { textCondition } from './textSql.ts';

/** Maximum number of documents whose values are listed for comparison. */
const LISTED = 500;

/** Returns a filter as a condition that is true exactly for matches; otherwise it is false or null. */
export const conditionOf = (filter: Filter, scope: Scope): Sql => {
  if ('all' in filter) return allOf(filter.all.map((each) => conditionOf(each, scope)));
  if ('any' in filter) return anyOf(filter.any.map((each) => conditionOf(each, scope)));
  if ('not' in filter) return sql`(${conditionOf(filter.not, scope)}) IS NOT TRUE`;
  if ('equals' in filter) return memberCondition(fieldOf(scope, filter.field), [filter.equals]);
  if ('in' in filter) return memberCondition(fieldOf(scope, filter.field), filter.in);
  if ('contains' in filter) return containsCondition(filter, scope);
  if ('texts' in filter) return textCondition(filter, scope);
  if ('referencedBy' in filter) return referenceCondition(filter, scope);
  return rangeCondition(fieldOf(scope, filter.field), filter);
};

/** Number of values above which their documents are listed once, instead of a search in each document. */
const LOOKED_FOR = 16;

const containsCondition = ({ field, contains }: FilterWith<'contains'>, scope: Scope): Sql => {
  const side = sideTableOf(scope, field);
  const isMember = memberCondition('s.value', contains);
  if (contains.length > LOOKED_FOR) return sql`${docOf(scope)} IN (SELECT s.doc FROM ${side} s WHERE ${isMember})`;
  return sql`EXISTS (SELECT 1 FROM ${side} s WHERE ${isMember} AND s.doc = ${docOf(scope)})`;
};

/**
 * Compares with the list of all referenced values if few documents have any; otherwise looks for one document with the
 * value.
 */
const referenceCondition = ({ field = 'id', referencedBy }: FilterWith<'referencedBy'>, scope: Scope): Sql => {
  const { collection, field: naming, filter = { all: [] } } = referencedBy;
  const table = scope.tableOf(collection);
  const { tableOf, estimate, few } = scope;
  const inner: Scope = { table, alias: `${scope.alias}r`, tableOf, estimate, few };
  const isArray = table.shape.arrays.includes(naming);
  const isIndexed = isArray || naming === 'id' || table.shape.indexes.some(([first]) => first === naming);
  const where = conditionOf(filter, inner);
  const documents = `${table.names.rows} ${inner.alias}`;
  const outer = fieldOf(scope, field);
  if (isIndexed && estimate(sql`SELECT 1 FROM ${documents} WHERE ${where}`) > LISTED)
    return isArray ? namedInArray(outer, naming, filter, inner) : namedInField(outer, naming, where, inner);
  const [value, item] = isArray ? itemsOf(naming, inner) : [fieldOf(inner, naming), ''];
  return sql`${outer} IN (SELECT ${value} FROM ${documents}${item} WHERE ${where})`;
};

const namedInField = (outer: string, field: string, where: Sql, inner: Scope): Sql =>
  sql`EXISTS (SELECT 1 FROM ${inner.table.names.rows} ${inner.alias}
    WHERE ${fieldOf(inner, field)} = ${outer} AND ${where})`;

const namedInArray = (outer: string, field: string, filter: Filter, inner: Scope): Sql => {
  const scope = { ...inner, lead: field };
  return sql`EXISTS (SELECT 1 FROM ${leadFrom(scope, field, fieldsIn(filter))}
    WHERE ${leadAlias(scope)}.value = ${outer} AND ${conditionOf(filter, scope)}
      AND EXISTS (SELECT 1 FROM ${inner.table.names.rows}))`;
};

/** Returns the values of an array by its documents, and the join that selects them. */
const itemsOf = (field: string, inner: Scope): [value: string, join: string] => {
  const item = `${inner.alias}v`;
  const value = `CASE ${item}.type WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' ELSE ${item}.value END`;
  return [value, `, json_each(${inner.alias}.${arrayColumnOf(field)}) ${item}`];
};
