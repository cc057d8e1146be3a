import { LRUCache } from 'lru-cache';
import { MANY } from './scope.ts';
import type { Sql } from './sql.ts';
import type { Statements } from './statements.ts';

const LIMIT = 2_000;
/** Maximum uses of an estimate, and maximum changes of documents, before it is repeated. */
const USES = 200;
const CHANGES = 500;

interface Estimate {
  readonly rows: number;
  readonly changes: number;
  uses: number;
}

/**
 * Creates the function that counts rows up to `MANY` and caches the number for a while. That is precise enough to
 * choose a plan, not to answer with.
 * @param changes returns the number of changes of documents so far
 */
export const createEstimates = (statements: Statements, changes: () => number): ((rows: Sql) => number) => {
  const taken = new LRUCache<string, Estimate>({ max: LIMIT });
  return ({ text, values }) => {
    const key = `${text}\n${JSON.stringify(values)}`;
    const known = taken.get(key);
    if (known !== undefined && known.uses++ < USES && changes() - known.changes < CHANGES) return known.rows;
    const count = statements<{ rows: number }>(`SELECT count(*) AS rows FROM (${text} LIMIT ${MANY})`);
    const rows = Number(count.get(...values)?.rows);
    taken.set(key, { rows, changes: changes(), uses: 0 });
    return rows;
  };
};
