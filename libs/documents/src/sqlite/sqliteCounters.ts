import type { DatabaseSync } from 'node:sqlite';
import type { Counter, Counters } from '../counters.ts';
import { prepare } from './prepare.ts';
import { writing } from './retryWhileLocked.ts';
import { runWithoutFlush } from './runWithoutFlush.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS counters (
    name TEXT PRIMARY KEY, count INTEGER NOT NULL, expires REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS counters_expiry ON counters (expires);
`;

const ADD = `
  INSERT INTO counters (name, count, expires) VALUES (:name, max(:amount, 0), :expires)
  ON CONFLICT DO UPDATE SET
    count = CASE WHEN expires <= :now THEN excluded.count ELSE max(count + :amount, 0) END,
    expires = CASE WHEN expires <= :now THEN excluded.expires ELSE expires END
  RETURNING count, expires AS expiresAt`;

const PURGE_STATEMENT =
  'DELETE FROM counters WHERE name IN (SELECT name FROM counters WHERE expires <= :now LIMIT 1000)';
const PURGE_EVERY_MS = 10_000;

/**
 * Creates counters in a table of a service's SQLite file. They do not wait for the disk, so that many requests block
 * nothing: a power cut may lose the last changes. `now` returns milliseconds since the epoch.
 */
export const createSqliteCounters = (database: DatabaseSync, { now }: { now: () => number }): Counters => {
  database.exec(SCHEMA);
  const add = prepare<Counter>(database, ADD);
  const remove = prepare(database, 'DELETE FROM counters WHERE name = :name');
  const purge = prepare(database, PURGE_STATEMENT);
  let purgeAt = now() + PURGE_EVERY_MS;

  const clean = (): void => {
    if (now() < purgeAt) return;
    purgeAt = now() + PURGE_EVERY_MS;
    purge.run({ now: now() });
  };

  const write = <Result>(work: () => Result): Result | Promise<Result> =>
    writing(database, () => runWithoutFlush(database, work));

  return {
    add: async (name, amount, { expiresAt }) => {
      return write(() => {
        clean();
        const counter = add.get({ name, amount, expires: expiresAt, now: now() });
        // RETURNING gives the stored values
        return { count: amount, expiresAt, ...counter };
      });
    },
    delete: async (name) => {
      await write(() => remove.run({ name }));
    },
  };
};
