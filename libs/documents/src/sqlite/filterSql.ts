import type { Filter } from '../documents.ts';
import { memberCondition, rangeCondition } from './scalarSql.ts';
import { docOf, fieldOf, MANY, type Of, type Scope, sideTableOf } from './scope.ts';
import { arrayColumnOf } from './shape.ts';
import { allOf, anyOf, type Sql, sql, TRUE } from './sql.ts';
import { textCondition } from './textSql.ts';

/** A filter as a condition that is true exactly for what matches; its other outcome may be false or null. */
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

const containsCondition = ({ field, contains }: Of<'contains'>, scope: Scope): Sql => {
  const side = sideTableOf(scope, field);
  return sql`EXISTS (SELECT 1 FROM ${side} s WHERE ${memberCondition('s.value', contains)} AND s.doc = ${docOf(scope)})`;
};

/** By the list of all that is named where few documents name, else by looking for one that names the value. */
const referenceCondition = ({ field = 'id', referencedBy }: Of<'referencedBy'>, scope: Scope): Sql => {
  const { collection, field: naming, filter } = referencedBy;
  const table = scope.tableOf(collection);
  const { tableOf, estimate } = scope;
  const inner: Scope = { table, alias: `${scope.alias}r`, tableOf, estimate };
  const documents = `${table.names.documents} ${inner.alias}`;
  const where = filter === undefined ? TRUE : conditionOf(filter, inner);
  const sources = table.shape.arrays.includes(naming) ? arraySources(naming, inner) : fieldSources(naming, inner);
  const outer = fieldOf(scope, field);
  if (sources.one === undefined || scope.estimate(sql`SELECT 1 FROM ${documents} WHERE ${where}`) < MANY)
    return sql`${outer} IN (SELECT ${sources.all.value} FROM ${documents}${sources.all.join} WHERE ${where})`;
  return sql`EXISTS (
    SELECT 1 FROM ${documents}${sources.one.join} WHERE ${sources.one.value} = ${outer} AND ${where})`;
};

/** How the named values are reached from a document that names them, and from a value; the latter if an index can. */
interface Sources {
  readonly all: Source;
  readonly one: Source | undefined;
}

interface Source {
  readonly value: string;
  readonly join: string;
}

const fieldSources = (field: string, inner: Scope): Sources => {
  const source = { value: fieldOf(inner, field), join: '' };
  const isIndexed = field === 'id' || inner.table.shape.indexes.some(([first]) => first === field);
  return { all: source, one: isIndexed ? source : undefined };
};

const arraySources = (field: string, inner: Scope): Sources => {
  const item = `${inner.alias}v`;
  return {
    all: {
      value: `CASE ${item}.type WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' ELSE ${item}.value END`,
      join: `, json_each(${inner.alias}.${arrayColumnOf(field)}) ${item}`,
    },
    one: {
      value: `${item}.value`,
      join: ` JOIN ${inner.table.names.array(field)} ${item} ON ${item}.doc = ${inner.alias}.doc`,
    },
  };
};
