import type { Order, Query } from '../documents.ts';
import { conditionOf } from './filterSql.ts';
import { fieldOf, type Scope } from './scope.ts';

/** The statement that gives the bodies a query asks for, and, bound in the scope, its values. */
export const selectOf = (query: Query, scope: Scope): string => {
  const where = query.filter === undefined ? '' : `WHERE ${conditionOf(query.filter, scope)}`;
  const order = orderOf(query.order ?? []).map(({ field, direction }) => `${fieldOf(scope, field)} ${direction}`);
  const { limit, offset = 0 } = query;
  const window = limit === undefined && offset === 0 ? '' : 'LIMIT ? OFFSET ?';
  if (window !== '') scope.values.push(limit ?? -1, offset);
  return `SELECT ${scope.alias}.body FROM ${scope.table.names.documents} ${scope.alias} ${where} ORDER BY ${order.join(', ')} ${window}`;
};

/** The order with the id as its last entry, in the direction of the one before it. */
export const orderOf = (order: readonly Order[]): readonly Order[] => {
  const place = order.findIndex(({ field }) => field === 'id');
  if (place !== -1) return order.slice(0, place + 1);
  return [...order, { field: 'id', direction: order.at(-1)?.direction ?? 'asc' }];
};
