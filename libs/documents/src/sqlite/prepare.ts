import type { DatabaseSync, SQLInputValue, StatementResultingChanges } from 'node:sqlite';

type Values = readonly SQLInputValue[] | readonly [Readonly<Record<string, SQLInputValue>>];

/** A prepared statement. Its SQL determines its rows: columns by name, or values in order if rows are arrays. */
export interface Statement<Row extends object = object> {
  run(...values: Values): StatementResultingChanges;
  get(...values: Values): Row | undefined;
  all(...values: Values): Row[];
  iterate(...values: Values): Iterable<Row>;
}

/** @param options `arrays`: rows are arrays, which are cheaper than objects */
export const prepare = <Row extends object>(
  database: DatabaseSync,
  sql: string,
  { arrays = false }: { readonly arrays?: boolean } = {},
): Statement<Row> => {
  const prepared = database.prepare(sql);
  prepared.setReturnArrays(arrays);
  const statement: Statement = prepared;
  return statement as Statement<Row>; // node:sqlite types every row as a record
};
