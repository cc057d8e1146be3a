import { LRUCache } from 'lru-cache';
import { MANY, type Scope } from './scope.ts';
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
 * Creates the functions that look at the size of selections. Numbers of rows are cached for a while: that is precise
 * enough to choose a plan, not to answer with.
 * @param changes returns the number of changes of documents so far
 */
export const createEstimates = (statements: Statements, changes: () => number): Pick<Scope, 'estimate' | 'few'> => {
  const taken = new LRUCache<string, Estimate>({ max: LIMIT });

  const known = (key: string): number | undefined => {
    const found = taken.get(key);
    const isFresh = found !== undefined && found.uses++ < USES && changes() - found.changes < CHANGES;
    return isFresh ? found.rows : undefined;
  };

  const keep = (key: string, rows: number): number => {
    taken.set(key, { rows, changes: changes(), uses: 0 });
    return rows;
  };

  return {
    estimate: ({ text, values }) => {
      const key = `${text}\n${JSON.stringify(values)}`;
      const count = () => statements<{ rows: number }>(`SELECT count(*) AS rows FROM (${text} LIMIT ${MANY})`);
      return known(key) ?? keep(key, Number(count().get(...values)?.rows));
    },
    few: ({ text, values }, most) => {
      const key = `more than ${most} of ${text}\n${JSON.stringify(values)}`;
      if (known(key) !== undefined) return undefined;
      const docs = statements<{ doc: number }>(`${text} LIMIT (? | 0)`).all(...values, most + 1);
      if (docs.length <= most) return docs.map(({ doc }) => doc);
      keep(key, docs.length);
      return undefined;
    },
  };
};
