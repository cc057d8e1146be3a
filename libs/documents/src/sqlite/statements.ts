import type { DatabaseSync, StatementSync } from 'node:sqlite';

const LIMIT = 500;

/** Prepared statements by their text; those long unused are given up beyond a limit. */
export type Statements = (sql: string) => StatementSync;

/** @param options `arrays`: rows come as arrays, which are cheaper than objects; `limit`: default 500. */
export const createStatements = (
  database: DatabaseSync,
  { arrays = false, limit = LIMIT }: { arrays?: boolean; limit?: number } = {},
): Statements => {
  let [recent, older] = [new Map<string, StatementSync>(), new Map<string, StatementSync>()];

  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(arrays);
    return statement;
  };

  return (sql) => {
    const known = recent.get(sql);
    if (known !== undefined) return known;
    const statement = older.get(sql) ?? prepare(sql);
    if (recent.size >= limit / 2) [recent, older] = [new Map(), recent];
    recent.set(sql, statement);
    return statement;
  };
};
