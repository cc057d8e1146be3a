import type { Filter } from '../documents.ts';
import { conditionOf } from './filterSql.ts';
import { memberCondition } from './scalarSql.ts';
import { isCheaperThanScan, MANY, type Scope, sideTableOf } from './scope.ts';
import { allOf, type Sql, sql } from './sql.ts';
import { textCandidates } from './textSql.ts';

/** A condition that a side table answers; a statement may start from its few documents. */
export interface Driver {
  readonly filter: Filter;
  /** Selects the numbers of the documents, each once. */
  readonly docs: Sql;
  readonly rows: number;
  /** The conditions that remain to be checked in them. */
  readonly check: Sql | undefined;
}

/**
 * Returns the rarest of the conditions that a side table answers. Returns undefined if it is less work to walk the
 * documents in their order until enough match.
 */
export const driverOf = (filters: readonly Filter[], scope: Scope): Driver | undefined => {
  const drivers = filters.map((filter) => driverBy(filter, scope)).filter((driver) => driver !== undefined);
  const [best] = drivers.sort((left, right) => left.rows - right.rows);
  return best !== undefined && isWorthIt(best, scope) ? best : undefined;
};

const isWorthIt = ({ rows, check }: Driver, scope: Scope): boolean =>
  scope.wanted === undefined ? rows < MANY || check === undefined : isCheaperThanScan(rows, scope.wanted, scope);

const driverBy = (filter: Filter, scope: Scope): Driver | undefined => {
  if ('contains' in filter) {
    const member = memberCondition('value', filter.contains);
    const distinct = filter.contains.length > 1 ? 'DISTINCT ' : '';
    const docs = sql`SELECT ${distinct}doc FROM ${sideTableOf(scope, filter.field)} WHERE ${member}`;
    return { filter, docs, rows: scope.estimate(docs), check: undefined };
  }
  const candidates = 'texts' in filter ? textCandidates(filter, scope) : undefined;
  if (!('texts' in filter) || candidates === undefined) return undefined;
  const rows = scope.estimate(candidates.probe);
  return { filter, docs: candidates.source, rows, check: candidates.check };
};

/** Returns FROM and WHERE that start from a driver's documents. */
export const driverSql = ({ docs, filter, check }: Driver, filters: readonly Filter[], scope: Scope): Sql => {
  const rest = filters.filter((each) => each !== filter).map((each) => conditionOf(each, scope));
  const { alias, table } = scope;
  return sql`
    FROM (${docs}) c CROSS JOIN ${table.names.rows} ${alias} ON ${alias}.doc = c.doc
    WHERE ${allOf(check === undefined ? rest : [check, ...rest])}`;
};
