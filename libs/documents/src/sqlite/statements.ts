import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

const LIMIT = 500;

/** Prepared statements by their text; beyond a limit the least recently used are dropped. */
export type Statements = (sql: string) => StatementSync;

/** @param options `arrays`: rows come as arrays, which are cheaper than objects; `limit`: default 500. */
export const createStatements = (
  database: DatabaseSync,
  { arrays = false, limit = LIMIT }: { arrays?: boolean; limit?: number } = {},
): Statements => {
  const prepared = new LRUCache<string, StatementSync>({ max: limit });

  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(arrays);
    return statement;
  };

  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
};
