import type { DatabaseSync, SQLInputValue, StatementResultingChanges } from 'node:sqlite';

type Values = readonly SQLInputValue[] | readonly [Readonly<Record<string, SQLInputValue>>];

/** A prepared statement. Its SQL says what a row has: columns by name, or values in order where rows are arrays. */
export interface Statement<Row extends object = object> {
  run(...values: Values): StatementResultingChanges;
  get(...values: Values): Row | undefined;
  all(...values: Values): Row[];
  iterate(...values: Values): Iterable<Row>;
}

/** @param options `arrays`: rows come as arrays, which are cheaper than objects */
export const prepare = <Row extends object>(
  database: DatabaseSync,
  sql: string,
  { arrays = false }: { readonly arrays?: boolean } = {},
): Statement<Row> => {
  const prepared = database.prepare(sql);
  prepared.setReturnArrays(arrays);
  const statement: Statement = prepared;
  return statement as Statement<Row>; // to node:sqlite every row is a record
};
