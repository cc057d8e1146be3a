import type { DatabaseSync } from 'node:sqlite';
import type { Entries, Entry, EntryPut } from '../entries.ts';
import { type EntryRow, prepareEntries } from './entryStatements.ts';
import type { Statement } from './prepare.ts';
import { writing } from './retryWhileLocked.ts';
import { runWithoutFlush } from './runWithoutFlush.ts';
import { transact } from './transact.ts';
import { reading } from './turns.ts';

const PURGE_EVERY_MS = 10_000;
const PURGE_LIMIT = 1_000;
const HIGHEST_CHARACTER = '\u{10ffff}';

/** Creates entries in a table of a service's SQLite file. `now` returns milliseconds since the epoch. */
export const createSqliteEntries = (database: DatabaseSync, { now }: { now: () => number }): Entries => {
  const statements = prepareEntries(database);
  const purge = createPurge(statements, now);

  const put = (
    statement: Statement,
    { kind, id, body, options: { expiresAt } }: Put,
    values: Record<string, number> = {},
  ): boolean => {
    const entry = { kind, id, body: JSON.stringify(body), expires: expiresAt ?? null };
    return statement.run({ ...entry, ...values, now: purge() }).changes === 1;
  };

  const putOne = (kind: string, { id, body, ...options }: EntryPut<unknown>): boolean => {
    const { ifRevision: revision } = options;
    if (revision === undefined) return put(statements.put, { kind, id, body, options });
    if (revision === 0) return put(statements.insert, { kind, id, body, options });
    return put(statements.replace, { kind, id, body, options }, { revision });
  };

  const write = <Result>(work: () => Result): Result | Promise<Result> =>
    writing(database, () => transact(database, work));

  return {
    insert: async (kind, id, body, { flushed, ...options } = {}) => {
      const insert = () => put(statements.insert, { kind, id, body, options });
      return writing(database, () => (flushed === false ? runWithoutFlush(database, insert) : insert()));
    },
    insertAll: async (kind, entries) =>
      write(() => {
        for (const { id, body } of entries) put(statements.insert, { kind, id, body, options: {} });
      }),
    get: async <Body>(kind: string, id: string) => {
      const row = await reading(database, () => statements.get.get({ kind, id, now: now() }));
      return row === undefined ? undefined : entryOf<Body>(row);
    },
    put: async (kind, id, body, { erasing, flushed, ...options } = {}) => {
      const replace = () => putOne(kind, { ...options, id, body });
      const written = flushed === false ? () => runWithoutFlush(database, replace) : replace;
      return writing(database, () => (erasing ? overwriting(database, written) : written()));
    },
    putAll: async (kind, puts) => write(() => puts.map((each) => putOne(kind, each))),
    delete: async (kind, id, { ifRevision } = {}) =>
      writing(
        database,
        () => statements.delete.run({ kind, id, revision: ifRevision ?? null, now: now() }).changes === 1,
      ),
    deleteAll: async (kind, ids) =>
      write(() => {
        for (const id of ids) statements.delete.run({ kind, id, revision: null, now: now() });
      }),
    list: async <Body>(kind: string, options?: Parameters<Entries['list']>[1]) =>
      reading(database, () => listEntries<Body>(statements, kind, { ...options, now: now() })),
  };
};

/** Does work whose deleted data are overwritten in the file. */
const overwriting = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('PRAGMA secure_delete = ON');
  try {
    return work();
  } finally {
    database.exec('PRAGMA secure_delete = FAST');
  }
};

interface Put {
  readonly kind: string;
  readonly id: string;
  readonly body: unknown;
  readonly options: NonNullable<Parameters<Entries['put']>[3]>;
}

type Statements = ReturnType<typeof prepareEntries>;
type ListOptions = NonNullable<Parameters<Entries['list']>[1]> & { readonly now: number };

const listEntries = <Body>(statements: Statements, kind: string, options: ListOptions): Entry<Body>[] => {
  const { prefix = '', after, limit = 500, reverse = false, now } = options;
  const [from, to] = reverse
    ? [prefix, after ?? prefix + HIGHEST_CHARACTER]
    : [after ?? prefix, prefix + HIGHEST_CHARACTER];
  const statement = reverse ? statements.listReverse : statements.list;
  const rows = statement.all({ kind, from, to, prefix, after: after ?? null, now, limit });
  return rows.map((row) => entryOf<Body>(row));
};

/** Creates the function that returns the time, and sometimes deletes expired entries. */
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

const entryOf = <Body>({ id, revision, expires, body }: EntryRow): Entry<Body> => ({
  id,
  revision,
  body: JSON.parse(body),
  ...(expires === null ? {} : { expiresAt: expires }),
});
