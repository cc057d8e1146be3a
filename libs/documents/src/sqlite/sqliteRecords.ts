import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { KeptRecord, Records } from '../records.ts';
import { prepareRecords } from './recordStatements.ts';

const PURGE_EVERY_MS = 10_000;
const PURGE_LIMIT = 1_000;
const HIGHEST = '\u{10ffff}';

interface Row {
  readonly id: string;
  readonly revision: number;
  readonly expires: number | null;
  readonly body: string;
}

/** Kept records in a table of a service's SQLite file. `now` gives milliseconds since the epoch. */
export const createSqliteRecords = (database: DatabaseSync, { now }: { now: () => number }): Records => {
  const statements = prepareRecords(database);
  const purge = createPurge(statements, now);

  const put = (
    statement: StatementSync,
    { kind, id, body, options: { expiresAt } }: Put,
    values: Record<string, number> = {},
  ): boolean => {
    const record = { kind, id, body: JSON.stringify(body), expires: expiresAt ?? null };
    return statement.run({ ...record, ...values, now: purge() }).changes === 1;
  };

  return {
    insert: async (kind, id, body, options = {}) => put(statements.insert, { kind, id, body, options }),
    get: async <Body>(kind: string, id: string) => {
      const row = statements.get.get({ kind, id, now: now() });
      return row === undefined ? undefined : recordOf<Body>(row as unknown as Row);
    },
    put: async (kind, id, body, options = {}) => {
      const { ifRevision: revision } = options;
      if (revision === undefined) return put(statements.put, { kind, id, body, options });
      if (revision === 0) return put(statements.insert, { kind, id, body, options });
      return put(statements.replace, { kind, id, body, options }, { revision });
    },
    delete: async (kind, id, { ifRevision } = {}) =>
      statements.delete.run({ kind, id, revision: ifRevision ?? null, now: now() }).changes === 1,
    list: async (kind, options) => listRecords(statements, kind, { ...options, now: now() }),
  };
};

interface Put {
  readonly kind: string;
  readonly id: string;
  readonly body: unknown;
  readonly options: NonNullable<Parameters<Records['put']>[3]>;
}

type Statements = ReturnType<typeof prepareRecords>;
type ListOptions = NonNullable<Parameters<Records['list']>[1]> & { readonly now: number };

const listRecords = <Body>(statements: Statements, kind: string, options: ListOptions): KeptRecord<Body>[] => {
  const { prefix = '', after, limit = 500, reverse = false, now } = options;
  const [from, to] = reverse ? [prefix, after ?? prefix + HIGHEST] : [after ?? prefix, prefix + HIGHEST];
  const statement = reverse ? statements.listReverse : statements.list;
  const rows = statement.all({ kind, from, to, prefix, after: after ?? null, now, limit });
  return (rows as unknown as Row[]).map((row) => recordOf<Body>(row));
};

/** Gives the time, and now and then deletes what has expired. */
const createPurge = (statements: Statements, now: () => number): (() => number) => {
  let next = now() + PURGE_EVERY_MS;
  return () => {
    const at = now();
    if (at >= next) {
      next = at + PURGE_EVERY_MS;
      statements.purge.run({ now: at, limit: PURGE_LIMIT });
    }
    return at;
  };
};

const recordOf = <Body>({ id, revision, expires, body }: Row): KeptRecord<Body> => ({
  id,
  revision,
  body: JSON.parse(body) as Body,
  ...(expires === null ? {} : { expiresAt: expires }),
});
