import type { Filter, Scalar } from '../documents.ts';
import { driverOf } from './driver.ts';
import { conditionOf } from './filterSql.ts';
import { conjunctsOf, selection } from './querySql.ts';
import { memberCondition } from './scalarSql.ts';
import {
  docOf,
  type FilterWith,
  fieldOf,
  fieldsIn,
  hasFields,
  leadAlias,
  leadFrom,
  type Scope,
  withinDocs,
} from './scope.ts';
import { allOf, type Sql, sql } from './sql.ts';

/** Returns the statement with the column `count`: the number of matching documents. */
export const selectCount = (filter: Filter | undefined, scope: Scope): Sql => {
  const filters = conjunctsOf(filter);
  if (scope.docs !== undefined) return countWithinDocs(filters, scope);
  const lead = leadOf(filters, scope);
  const driver = driverOf(filters, [], scope);
  if (lead !== undefined && (driver === undefined || driver.filter === lead)) return countInLead(lead, filters, scope);
  return sql`SELECT count(*) AS count ${selection(filters, scope, driver)}`;
};

/** Counts in a range of documents, each of which is fetched. */
const countWithinDocs = (filters: readonly Filter[], scope: Scope): Sql => {
  const { alias, table } = scope;
  const within = sql`SELECT doc FROM ${table.names.rows} WHERE ${withinDocs('doc', scope)}`;
  return sql`
    SELECT count(*) AS count FROM (${within}) p CROSS JOIN ${table.names.rows} ${alias} ON ${alias}.doc = p.doc
    WHERE ${allOf(filters.map((each) => conditionOf(each, scope)))}`;
};

/** Returns the filter on an array whose side table carries all fields of the others, so that no document is fetched. */
const leadOf = (filters: readonly Filter[], scope: Scope): FilterWith<'contains'> | undefined => {
  const fields = filters.flatMap(fieldsIn);
  return filters
    .filter((filter): filter is FilterWith<'contains'> => 'contains' in filter)
    .find((filter) => hasFields(scope, filter.field, fields));
};

const countInLead = (lead: FilterWith<'contains'>, filters: readonly Filter[], outer: Scope): Sql => {
  const scope = { ...outer, lead: lead.field };
  const rest = filters.filter((filter) => filter !== lead).map((filter) => conditionOf(filter, scope));
  const member = memberCondition(`${leadAlias(scope)}.value`, lead.contains);
  const counted = lead.contains.length > 1 ? `count(DISTINCT ${docOf(scope)})` : 'count(*)';
  return sql`SELECT ${counted} AS count FROM ${leadFrom(scope, lead.field, [])} WHERE ${allOf([member, ...rest])}`;
};

export interface CountBy<Value extends Scalar = Scalar> {
  readonly field: string;
  readonly values: readonly Value[];
  readonly filter?: Filter | undefined;
}

/** Returns the statement with `value` and `count` for occurring values of a field, plain or array. */
export const selectCountBy = ({ field, values, filter }: CountBy, outer: Scope): Sql => {
  const filters = conjunctsOf(filter);
  const isArray = outer.table.shape.arrays.includes(field);
  const scope = isArray ? { ...outer, lead: field } : outer;
  const column = isArray ? `${leadAlias(scope)}.value` : fieldOf(scope, field);
  const from = isArray ? leadFrom(scope, field, filters.flatMap(fieldsIn)) : `${scope.table.names.rows} ${scope.alias}`;
  const where = allOf([memberCondition(column, values), ...filters.map((each) => conditionOf(each, scope))]);
  return sql`SELECT ${column} AS value, count(*) AS count FROM ${from} WHERE ${where} GROUP BY ${column}`;
};
