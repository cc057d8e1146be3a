import type { DatabaseSync } from 'node:sqlite';
import type { KeptRecord, Records } from '../records.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, expires REAL, body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS records_expiry ON records (expires) WHERE expires IS NOT NULL;
`;
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
export const createSqliteRecords = (database: DatabaseSync, options: { now: () => number }): Records => {
  database.exec(SCHEMA);
  const { now } = options;
  const statements = prepare(database);
  let purgeAt = now() + PURGE_EVERY_MS;

  const purge = (at: number): void => {
    if (at < purgeAt) return;
    purgeAt = at + PURGE_EVERY_MS;
    statements.purge.run(at, PURGE_LIMIT);
  };

  const insert: Records['insert'] = async (kind, id, body, { expiresAt } = {}) => {
    const at = now();
    purge(at);
    return statements.insert.run(kind, id, expiresAt ?? null, JSON.stringify(body), at).changes === 1;
  };

  return {
    insert,
    get: async <Body>(kind: string, id: string) => {
      const row = statements.get.get(kind, id, now()) as Row | undefined;
      return row === undefined ? undefined : recordOf<Body>(row);
    },
    put: async (kind, id, body, { expiresAt, ifRevision } = {}) => {
      if (ifRevision === 0) return insert(kind, id, body, expiresAt === undefined ? {} : { expiresAt });
      const at = now();
      purge(at);
      const json = JSON.stringify(body);
      if (ifRevision === undefined) return statements.put.run(kind, id, expiresAt ?? null, json, at).changes === 1;
      return statements.replace.run(json, expiresAt ?? null, kind, id, ifRevision, at).changes === 1;
    },
    delete: async (kind, id, { ifRevision } = {}) =>
      statements.delete.run(kind, id, ifRevision ?? null, now()).changes === 1,
    list: async <Body>(kind: string, { prefix = '', after, limit = 500, reverse = false }: ListOptions = {}) => {
      const [from, to] = reverse ? [prefix, after ?? prefix + HIGHEST] : [after ?? prefix, prefix + HIGHEST];
      const statement = reverse ? statements.listReverse : statements.list;
      const rows = statement.all(kind, from, to, prefix, after ?? null, now(), limit) as unknown as Row[];
      return rows.map((row) => recordOf<Body>(row));
    },
  };
};

type ListOptions = NonNullable<Parameters<Records['list']>[1]>;

const recordOf = <Body>({ id, revision, expires, body }: Row): KeptRecord<Body> => ({
  id,
  revision,
  body: JSON.parse(body) as Body,
  ...(expires === null ? {} : { expiresAt: expires }),
});

const THERE = '(expires IS NULL OR expires > ?)';

const prepare = (database: DatabaseSync) => {
  const list = (direction: 'ASC' | 'DESC') =>
    database.prepare(`
      SELECT id, revision, expires, body FROM records
      WHERE kind = ?1 AND id >= ?2 AND id <= ?3 AND substr(id, 1, length(?4)) = ?4 AND id IS NOT ?5
        AND (expires IS NULL OR expires > ?6)
      ORDER BY id ${direction} LIMIT (?7 | 0)
    `);
  return {
    insert: database.prepare(`
      INSERT INTO records (kind, id, revision, expires, body) VALUES (?1, ?2, 1, ?3, ?4)
      ON CONFLICT DO UPDATE SET revision = 1, expires = excluded.expires, body = excluded.body WHERE expires <= ?5
    `),
    put: database.prepare(`
      INSERT INTO records (kind, id, revision, expires, body) VALUES (?1, ?2, 1, ?3, ?4)
      ON CONFLICT DO UPDATE SET revision = CASE WHEN expires <= ?5 THEN 1 ELSE revision + 1 END,
        expires = excluded.expires, body = excluded.body
    `),
    replace: database.prepare(`
      UPDATE records SET body = ?, expires = ?, revision = revision + 1
      WHERE kind = ? AND id = ? AND revision = ? AND ${THERE}
    `),
    delete: database.prepare(
      'DELETE FROM records WHERE kind = ?1 AND id = ?2 AND revision = coalesce(?3, revision) AND (expires IS NULL OR expires > ?4)',
    ),
    get: database.prepare(`SELECT id, revision, expires, body FROM records WHERE kind = ? AND id = ? AND ${THERE}`),
    purge: database.prepare(
      'DELETE FROM records WHERE (kind, id) IN (SELECT kind, id FROM records WHERE expires <= ? LIMIT (? | 0))',
    ),
    list: list('ASC'),
    listReverse: list('DESC'),
  };
};
