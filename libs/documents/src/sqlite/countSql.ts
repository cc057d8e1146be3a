import type { Filter, Scalar } from '../documents.ts';
import { driverOf } from './driver.ts';
import { conditionOf } from './filterSql.ts';
import { conjunctsOf } from './querySql.ts';
import { memberCondition } from './scalarSql.ts';
import { fieldOf, type Scope } from './scope.ts';
import { allOf, type Sql, sql } from './sql.ts';

/** The statement that gives `count`: how many documents match. */
export const selectCount = (filter: Filter | undefined, scope: Scope): Sql => {
  const filters = conjunctsOf(filter);
  const driver = driverOf(filters, scope, undefined);
  const from = driver?.from ?? `${scope.table.names.documents} ${scope.alias}`;
  const where = driver?.where ?? allOf(filters.map((each) => conditionOf(each, scope)));
  return sql`SELECT count(*) AS count FROM ${from} WHERE ${where}`;
};

/** The statement that gives `value` and `count` for those of the values that occur, in a field plain or array. */
export const selectCountBy = (
  field: string,
  values: readonly Scalar[],
  filter: Filter | undefined,
  scope: Scope,
): Sql => {
  const { alias, table } = scope;
  const isArray = table.shape.arrays.includes(field);
  const column = isArray ? 'v.value' : fieldOf(scope, field);
  const documents = `${table.names.documents} ${alias}`;
  const from = isArray ? `${table.names.array(field)} v CROSS JOIN ${documents} ON ${alias}.doc = v.doc` : documents;
  const where = allOf([
    memberCondition(column, values),
    ...conjunctsOf(filter).map((each) => conditionOf(each, scope)),
  ]);
  return sql`SELECT ${column} AS value, count(*) AS count FROM ${from} WHERE ${where} GROUP BY ${column}`;
};
