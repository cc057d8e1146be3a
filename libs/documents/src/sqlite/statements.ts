import type { DatabaseSync, StatementSync } from 'node:sqlite';

const LIMIT = 500;

/** Prepared statements by their text; the least recently used ones are given up beyond a limit. */
export type Statements = (sql: string) => StatementSync;

/** @param options `arrays`: rows come as arrays, which are cheaper than objects; `limit`: default 500. */
export const createStatements = (
  database: DatabaseSync,
  { arrays = false, limit = LIMIT }: { arrays?: boolean; limit?: number } = {},
): Statements => {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) {
      prepared.delete(sql);
      prepared.set(sql, known);
      return known;
    }
    const statement = database.prepare(sql);
    statement.setReturnArrays(arrays);
    prepared.set(sql, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > limit && oldest !== undefined) prepared.delete(oldest);
    return statement;
  };
};
