import type { Filter, Order } from '../documents.ts';
import { conditionOf } from './filterSql.ts';
import { pinnedFields } from './orderedPlan.ts';
import { memberCondition } from './scalarSql.ts';
import { type FilterWith, isCheaperThanScan, MANY, type Scope, sideTableOf } from './scope.ts';
import { columnOf } from './shape.ts';
import { allOf, type Sql, sql } from './sql.ts';
import { listCandidates, textCandidates } from './textSql.ts';

/** A condition that a side table or an index answers; a statement may start from its few documents. */
export interface Driver {
  readonly filter: Filter;
  /** Selects the numbers of the documents, each once. */
  readonly docs: Sql;
  readonly rows: number;
  /** The conditions that remain to be checked in them. */
  readonly check: Sql | undefined;
  /** True if the documents are few, however many documents there are. */
  readonly isBounded?: boolean;
}

/**
 * Returns the rarest of the conditions that a side table or an index answers. Returns undefined if it is less work to
 * walk the documents in their order until enough match.
 */
export const driverOf = (filters: readonly Filter[], order: readonly Order[], scope: Scope): Driver | undefined => {
  const pinned = pinnedFields(filters, order, scope.table.shape);
  const drivers = filters
    .map((filter) => fieldDriver(filter, pinned, scope) ?? driverBy(filter, scope))
    .filter((driver) => driver !== undefined);
  const [best] = drivers.sort((left, right) => left.rows - right.rows);
  return best !== undefined && isWorthIt(best, scope) ? best : undefined;
};

const isWorthIt = ({ rows, check, isBounded = false }: Driver, scope: Scope): boolean => {
  if (isBounded) return true;
  return scope.wanted === undefined ? rows < MANY || check === undefined : isCheaperThanScan(rows, scope.wanted, scope);
};

/** Returns the driver of a field that an index finds, unless the walk along the order meets only its values. */
const fieldDriver = (filter: Filter, pinned: ReadonlySet<string>, scope: Scope): Driver | undefined => {
  if (!isFieldFilter(filter) || pinned.has(filter.field)) return undefined;
  const { indexes, fields } = scope.table.shape;
  if (!fields.includes(filter.field) || !indexes.some(([first]) => first === filter.field)) return undefined;
  const member = memberCondition(columnOf(filter.field), 'in' in filter ? filter.in : [filter.equals]);
  const docs = sql`SELECT doc FROM ${scope.table.names.rows} WHERE ${member}`;
  const rows = scope.estimate(docs);
  return rows < MANY ? { filter, docs, rows, check: undefined } : undefined;
};

export const isFieldFilter = (filter: Filter): filter is FilterWith<'equals'> | FilterWith<'in'> =>
  'equals' in filter || 'in' in filter;

const driverBy = (filter: Filter, scope: Scope): Driver | undefined => {
  if ('contains' in filter) {
    const member = memberCondition('value', filter.contains);
    const distinct = filter.contains.length > 1 ? 'DISTINCT ' : '';
    const docs = sql`SELECT ${distinct}doc FROM ${sideTableOf(scope, filter.field)} WHERE ${member}`;
    return { filter, docs, rows: scope.estimate(docs), check: undefined };
  }
  const candidates = 'texts' in filter ? textCandidates(filter, scope) : undefined;
  return candidates && { filter, ...listCandidates(candidates, scope) };
};

/** Returns FROM and WHERE that start from a driver's documents. */
export const driverSql = ({ docs, filter, check }: Driver, filters: readonly Filter[], scope: Scope): Sql => {
  const rest = filters.filter((each) => each !== filter).map((each) => conditionOf(each, scope));
  const { alias, table } = scope;
  return sql`
    FROM (${docs}) c CROSS JOIN ${table.names.rows} ${alias} ON ${alias}.doc = c.doc
    WHERE ${allOf(check === undefined ? rest : [check, ...rest])}`;
};
