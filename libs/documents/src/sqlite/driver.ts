import type { Filter } from '../documents.ts';
import { conditionOf } from './filterSql.ts';
import { memberCondition } from './scalarSql.ts';
import { MANY, type Scope, sideTableOf } from './scope.ts';
import { allOf, type Sql, sql } from './sql.ts';
import { checkOf, textCandidates } from './textSql.ts';

/** A statement's FROM and WHERE that begin with the few documents of a side table. */
export interface Driver {
  readonly from: Sql;
  readonly where: Sql;
}

interface Start {
  readonly filter: Filter;
  /** The numbers of the documents, each once. */
  readonly docs: Sql;
  readonly rows: number;
  /** What is still to be looked at in them. */
  readonly check: Sql | undefined;
}

/**
 * The rarest of the conditions that a side table answers, when starting from it is less work than walking the documents
 * in their order until `wanted` of them match (undefined: walking them all).
 */
export const driverOf = (filters: readonly Filter[], scope: Scope, wanted: number | undefined): Driver | undefined => {
  const starts = filters.map((filter) => startOf(filter, scope)).filter((start) => start !== undefined);
  const best = starts.sort((left, right) => left.rows - right.rows)[0];
  if (best === undefined || !isWorthIt(best, scope, wanted)) return undefined;
  const rest = filters.filter((filter) => filter !== best.filter).map((filter) => conditionOf(filter, scope));
  const { alias, table } = scope;
  return {
    from: sql`(${best.docs}) c CROSS JOIN ${table.names.documents} ${alias} ON ${alias}.doc = c.doc`,
    where: allOf(best.check === undefined ? rest : [best.check, ...rest]),
  };
};

/** Walking visits about `size / rows` documents for each one that matches. */
const isWorthIt = ({ rows, check }: Start, scope: Scope, wanted: number | undefined): boolean => {
  if (wanted === undefined) return rows < MANY || check === undefined;
  return rows < MANY && rows ** 2 <= wanted * scope.table.size();
};

const startOf = (filter: Filter, scope: Scope): Start | undefined => {
  if ('contains' in filter) {
    const side = sideTableOf(scope.table, filter.field);
    const member = memberCondition('value', filter.contains);
    const docs = sql`SELECT ${filter.contains.length > 1 ? 'DISTINCT ' : ''}doc FROM ${side} WHERE ${member}`;
    return { filter, docs, rows: scope.estimate(docs), check: undefined };
  }
  const candidates = 'texts' in filter ? textCandidates(filter, scope) : undefined;
  if (!('texts' in filter) || candidates === undefined) return undefined;
  const rows = scope.estimate(candidates.probe);
  return { filter, docs: candidates.source, rows, check: checkOf(filter, scope) };
};
