import type { Filter, Order, Query } from '../documents.ts';
import { type Driver, driverOf, driverSql } from './driver.ts';
import { conditionOf } from './filterSql.ts';
import { type OrderedPlan, orderedPlanOf } from './orderedPlan.ts';
import { rangeWalkOf, walkSelect } from './rangeWalk.ts';
import { memberCondition } from './scalarSql.ts';
import { docOf, fieldOf, fieldsIn, leadAlias, leadFrom, type Scope } from './scope.ts';
import { allOf, bound, EMPTY_SQL, joined, type Sql, sql } from './sql.ts';

/** Returns the statement that selects columns of the documents of a query. */
export const selectDocuments = (query: Query, outer: Scope, columns: readonly DocumentColumn[]): Sql => {
  const order = orderOf(query.order ?? []);
  const filters = conjunctsOf(query.filter);
  const wanted = query.limit === undefined ? undefined : query.limit + (query.offset ?? 0);
  const scope = { ...outer, wanted };
  const plan = wanted === undefined ? undefined : orderedPlanOf(filters, order, scope.table.shape);
  const driver = driverOf(filters, order, scope);
  const limit = windowOf(query);
  if (plan !== undefined && (driver === undefined || driver.filter === plan.lead))
    return mergedSelect({ plan, order, limit, columns }, scope);
  const selected = selectedFrom(scope.alias, columns);
  const walk = driver === undefined && wanted !== undefined ? rangeWalkOf(filters, order, scope) : undefined;
  if (walk !== undefined) return walkSelect(walk, { selected, filters, order, limit }, scope);
  const orders = order.map(({ field, direction }) => `${fieldOf(scope, field)} ${direction}`);
  return sql`SELECT ${selected} ${selection(filters, scope, driver)} ORDER BY ${orders.join(', ')} ${limit}`;
};

type DocumentColumn = 'id' | 'version' | 'fold' | 'body';

const selectedFrom = (alias: string, columns: readonly DocumentColumn[]): string =>
  columns.map((column) => `${alias}.${column}`).join(', ');

/** Returns FROM and WHERE, from a driver's documents or else over all, as SQLite plans it. */
export const selection = (filters: readonly Filter[], scope: Scope, driver?: Driver): Sql => {
  if (driver !== undefined) return driverSql(driver, filters, scope);
  const where = allOf(filters.map((filter) => conditionOf(filter, scope)));
  return sql`FROM ${scope.table.names.rows} ${scope.alias} WHERE ${where}`;
};

interface MergeQuery {
  readonly plan: OrderedPlan;
  readonly order: readonly Order[];
  readonly limit: Sql;
  readonly columns: readonly DocumentColumn[];
}

/** Merges branches that an index returns in order; fetches documents only for the requested window. */
const mergedSelect = ({ plan, order, limit, columns }: MergeQuery, outer: Scope): Sql => {
  const scope = plan.lead === undefined ? outer : { ...outer, lead: plan.lead.field };
  const ordered = order.map(({ field }, place) => `${fieldOf(scope, field)} AS o${place}`).join(', ');
  // branches share most filters
  const compiled = new Map<Filter, Sql>();
  const condition = (filter: Filter): Sql => compiled.getOrInsertComputed(filter, () => conditionOf(filter, scope));
  const selects = plan.branches.map((filters) => branchSelect(filters, ordered, { scope, condition }));
  const direction = order[0]?.direction ?? 'asc';
  const orders = order.map((_, place) => `o${place} ${direction}`).join(', ');
  const [union, docs] = plan.lead === undefined ? [' UNION ALL ', ''] : [' UNION ', `, doc ${direction}`];
  return sql`
    SELECT ${selectedFrom('b', columns)} FROM (${joined(selects, union)} ORDER BY ${orders}${docs} ${limit}) m
    CROSS JOIN ${scope.table.names.rows} b ON b.doc = m.doc ORDER BY ${orders}`;
};

const branchSelect = (
  filters: readonly Filter[],
  columns: string,
  { scope, condition }: { readonly scope: Scope; readonly condition: (filter: Filter) => Sql },
): Sql => {
  const { alias, lead, table } = scope;
  if (lead === undefined)
    return sql`SELECT ${alias}.doc AS doc, ${columns} FROM ${table.names.rows} ${alias} WHERE ${allOf(filters.map(condition))}`;
  const from = leadFrom(scope, lead, filters.flatMap(fieldsIn));
  const leading = filters.find((filter) => 'contains' in filter && filter.field === lead);
  const conditions = filters.map((filter) =>
    'contains' in filter && filter === leading
      ? memberCondition(`${leadAlias(scope)}.value`, filter.contains)
      : condition(filter),
  );
  return sql`SELECT ${docOf(scope)} AS doc, ${columns} FROM ${from} WHERE ${allOf(conditions)}`;
};

/**
 * Returns the limit as an expression: a plainly bound limit would make SQLite prepare the statement again at each use.
 */
const windowOf = ({ limit, offset = 0 }: Query): Sql =>
  limit === undefined && offset === 0
    ? EMPTY_SQL
    : sql`LIMIT (${bound(limit ?? -1)} | 0) OFFSET (${bound(offset)} | 0)`;

/** Returns the order with the id as its last entry, in the direction of the one before it. */
const orderOf = (order: readonly Order[]): readonly Order[] => {
  const place = order.findIndex(({ field }) => field === 'id');
  if (place !== -1) return order.slice(0, place + 1);
  return [...order, { field: 'id', direction: order.at(-1)?.direction ?? 'asc' }];
};

/** Returns the filters that must all hold, with nested ones flattened. */
export const conjunctsOf = (filter: Filter | undefined): readonly Filter[] => {
  if (filter === undefined) return [];
  return 'all' in filter ? filter.all.flatMap(conjunctsOf) : [filter];
};
