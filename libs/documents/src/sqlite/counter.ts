import type { Collection, Filter, Scalar } from '../documents.ts';
import { conditionOf, memberCondition } from './filterSql.ts';
import type { Generations, Opened } from './generations.ts';
import { fromSql } from './scalars.ts';
import { fieldOf, type Scope } from './scope.ts';
import type { Statements } from './statements.ts';

const LIMIT = 2_000;

export interface Counter {
  count(collection: Collection, filter: Filter | undefined): number;
  countBy(collection: Collection, by: By, filter: Filter | undefined): Map<Scalar, number>;
}

interface By {
  readonly field: string;
  readonly values: readonly Scalar[];
}

interface Remembered<Answer> {
  readonly answer: Answer;
  readonly changes: number;
}

/** Counts, each remembered until one of the collections it was made from changes. */
export const createCounter = (statements: Statements, generations: Generations): Counter => {
  const remembered = new Map<string, Remembered<unknown>>();

  const remember = <Answer>(sql: string, { values, used }: CountScope, make: () => Answer): Answer => {
    const key = `${sql}\n${JSON.stringify(values)}`;
    const changes = [...used].reduce((sum, state) => sum + state.changes, 0);
    const known = remembered.get(key);
    if (known?.changes === changes) return known.answer as Answer;
    const answer = make();
    remembered.delete(key);
    remembered.set(key, { answer, changes });
    const [oldest] = remembered.keys();
    if (remembered.size > LIMIT && oldest !== undefined) remembered.delete(oldest);
    return answer;
  };

  const count = (collection: Collection, filter: Filter | undefined): number => {
    const scope = scopeOf(generations, collection);
    const where = filter === undefined ? '' : `WHERE ${conditionOf(filter, scope)}`;
    const sql = `SELECT count(*) AS count FROM ${scope.table.names.documents} d ${where}`;
    return remember(sql, scope, () => Number(statements(sql).get(...scope.values)?.count));
  };

  const countBy = (collection: Collection, by: By, filter: Filter | undefined): Map<Scalar, number> => {
    const scope = scopeOf(generations, collection);
    const sql = countBySql(by, filter, scope);
    const rows = remember(sql, scope, () => statements(sql).all(...scope.values));
    const counts = new Map(by.values.map((value) => [value, 0]));
    for (const row of rows) counts.set(fromSql(row.value ?? null), Number(row.count));
    return counts;
  };

  return { count, countBy };
};

type CountScope = Scope & { readonly used: Set<Opened> };

const scopeOf = (generations: Generations, collection: Collection): CountScope => {
  const used = new Set<Opened>();
  const tableOf = (each: Collection) => {
    const state = generations.of(each);
    used.add(state);
    return state.live;
  };
  return { table: tableOf(collection), alias: 'd', values: [], used, tableOf };
};

const countBySql = ({ field, values }: By, filter: Filter | undefined, scope: Scope): string => {
  const { table } = scope;
  const isArray = table.shape.arrays.includes(field);
  const column = isArray ? 'v.value' : fieldOf(scope, field);
  const from = isArray
    ? `${table.names.array(field)} v CROSS JOIN ${table.names.documents} d ON d.doc = v.doc`
    : `${table.names.documents} d`;
  const member = memberCondition(column, values, scope);
  const where = filter === undefined ? '' : ` AND ${conditionOf(filter, scope)}`;
  return `SELECT ${column} AS value, count(*) AS count FROM ${from} WHERE ${member}${where} GROUP BY ${column}`;
};
