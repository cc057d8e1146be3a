import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { prepare, type Statement } from './prepare.ts';

const LIMIT = 500;

/** Prepared statements by their text; the least recently used are dropped beyond a limit. */
export type Statements = <Row extends object>(sql: string) => Statement<Row>;

/** @param options `arrays`: rows are arrays, which are cheaper than objects; `limit`: default 500 */
export const createStatements = (
  database: DatabaseSync,
  { arrays = false, limit = LIMIT }: { arrays?: boolean; limit?: number } = {},
): Statements => {
  const prepared = new LRUCache<string, Statement>({ max: limit });

  return <Row extends object>(sql: string) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known as Statement<Row>; // equal SQL has equal rows
    const statement = prepare<Row>(database, sql, { arrays });
    prepared.set(sql, statement);
    return statement;
  };
};
