import type { Filter, Order, Query } from '../documents.ts';
import { branchesOf } from './branches.ts';
import { driverOf } from './driver.ts';
import { conditionOf } from './filterSql.ts';
import { fieldOf, type Scope } from './scope.ts';
import { allOf, bound, joined, NOTHING, type Sql, sql } from './sql.ts';

/** The statement that gives the bodies a query asks for. */
export const selectBodies = (query: Query, scope: Scope): Sql => {
  const order = orderOf(query.order ?? []);
  const filters = conjunctsOf(query.filter);
  const limit = windowOf(query);
  const wanted = query.limit === undefined ? undefined : query.limit + (query.offset ?? 0);
  const driver = driverOf(filters, scope, wanted);
  const { alias, table } = scope;
  if (driver !== undefined)
    return sql`SELECT ${alias}.body FROM ${driver.from} WHERE ${driver.where} ${orderSql(order, scope)} ${limit}`;
  const branches = wanted === undefined ? undefined : branchesOf(filters, order, table.shape);
  if (branches !== undefined) return mergedSelect({ branches, order, limit }, scope);
  return sql`
    SELECT ${alias}.body FROM ${table.names.documents} ${alias} WHERE ${whereOf(filters, scope)}
    ${orderSql(order, scope)} ${limit}`;
};

interface Merged {
  readonly branches: readonly (readonly Filter[])[];
  readonly order: readonly Order[];
  readonly limit: Sql;
}

/** Branches that an index gives in order, merged; bodies are fetched for the window alone. */
const mergedSelect = ({ branches, order, limit }: Merged, scope: Scope): Sql => {
  const { alias, table } = scope;
  const documents = table.names.documents;
  const columns = order.map(({ field }, place) => `${fieldOf(scope, field)} AS o${place}`).join(', ');
  const selects = branches.map(
    (filters) => sql`SELECT ${alias}.doc, ${columns} FROM ${documents} ${alias} WHERE ${whereOf(filters, scope)}`,
  );
  const orders = order.map(({ direction }, place) => `o${place} ${direction}`).join(', ');
  return sql`
    SELECT b.body FROM (${joined(selects, ' UNION ALL ')} ORDER BY ${orders} ${limit}) m
    CROSS JOIN ${documents} b ON b.doc = m.doc ORDER BY ${orders}`;
};

const whereOf = (filters: readonly Filter[], scope: Scope): Sql =>
  allOf(filters.map((filter) => conditionOf(filter, scope)));

/** Bound bare, a limit would make SQLite prepare the statement again at each use. */
const windowOf = ({ limit, offset = 0 }: Query): Sql =>
  limit === undefined && offset === 0 ? NOTHING : sql`LIMIT (${bound(limit ?? -1)} | 0) OFFSET (${bound(offset)} | 0)`;

const orderSql = (order: readonly Order[], scope: Scope): string =>
  `ORDER BY ${order.map(({ field, direction }) => `${fieldOf(scope, field)} ${direction}`).join(', ')}`;

/** The order with the id as its last entry, in the direction of the one before it. */
export const orderOf = (order: readonly Order[]): readonly Order[] => {
  const place = order.findIndex(({ field }) => field === 'id');
  if (place !== -1) return order.slice(0, place + 1);
  return [...order, { field: 'id', direction: order.at(-1)?.direction ?? 'asc' }];
};

/** The filters that must all hold, nested ones brought up. */
export const conjunctsOf = (filter: Filter | undefined): readonly Filter[] => {
  if (filter === undefined) return [];
  return 'all' in filter ? filter.all.flatMap(conjunctsOf) : [filter];
};
