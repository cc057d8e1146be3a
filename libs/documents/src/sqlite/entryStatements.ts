import type { DatabaseSync } from 'node:sqlite';
import { prepare } from './prepare.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, expires REAL, body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS records_expiry ON records (expires) WHERE expires IS NOT NULL;
`;

const IS_LIVE = '(expires IS NULL OR expires > :now)';

const LIST = `
  SELECT id, revision, expires, body FROM records
  WHERE kind = :kind AND id >= :from AND id <= :to AND substr(id, 1, length(:prefix)) = :prefix
    AND id IS NOT :after AND ${IS_LIVE}`;

const REPLACE = `
  UPDATE records SET body = :body, expires = :expires, revision = revision + 1
  WHERE kind = :kind AND id = :id AND revision = :revision AND ${IS_LIVE}`;

const DELETE = `
  DELETE FROM records
  WHERE kind = :kind AND id = :id AND revision = coalesce(:revision, revision) AND ${IS_LIVE}`;

const PURGE_STATEMENT = `
  DELETE FROM records
  WHERE (kind, id) IN (SELECT kind, id FROM records WHERE expires <= :now LIMIT (:limit | 0))`;

const GET = `SELECT id, revision, expires, body FROM records WHERE kind = :kind AND id = :id AND ${IS_LIVE}`;

const writeSql = (revision: string, where: string): string => `
  INSERT INTO records (kind, id, revision, expires, body) VALUES (:kind, :id, 1, :expires, :body)
  ON CONFLICT DO UPDATE SET revision = ${revision}, expires = excluded.expires, body = excluded.body ${where}`;

export interface EntryRow {
  readonly id: string;
  readonly revision: number;
  readonly expires: number | null;
  readonly body: string;
}

/** Creates the table of entries if it is missing and prepares its statements. */
export const prepareEntries = (database: DatabaseSync) => {
  database.exec(SCHEMA);
  return {
    insert: prepare(database, writeSql('1', 'WHERE expires <= :now')),
    put: prepare(database, writeSql('CASE WHEN expires <= :now THEN 1 ELSE revision + 1 END', '')),
    replace: prepare(database, REPLACE),
    delete: prepare(database, DELETE),
    get: prepare<EntryRow>(database, GET),
    purge: prepare(database, PURGE_STATEMENT),
    list: prepare<EntryRow>(database, `${LIST} ORDER BY id LIMIT (:limit | 0)`),
    listReverse: prepare<EntryRow>(database, `${LIST} ORDER BY id DESC LIMIT (:limit | 0)`),
  };
};
