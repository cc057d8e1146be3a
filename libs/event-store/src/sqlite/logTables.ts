import type { DatabaseSync } from 'node:sqlite';
import { pageOf } from '@almanac/documents';
import { prepare } from '@almanac/documents/sqlite/database';
import { DamagedCommitError, KeyTakenError, LogGapError, VersionConflictError } from '../errors.ts';
import {
  type Commit,
  isSameCommit,
  keysOf,
  type NewCommit,
  type NewEvent,
  type Redaction,
  type StreamEvent,
  type StreamVersion,
} from '../eventStore.ts';
import type { PreparedCommit } from '../preparedCommit.ts';
import type { StreamPage } from '../streamPages.ts';

/** Returns a commit's events with one event's data replaced. */
const redacted = (events: readonly NewEvent[], { stream, version, data }: Redaction): NewEvent[] =>
  events.map((event) => (event.stream === stream && event.version === version ? { ...event, data } : event));

/**
 * The log's two tables. `commits` has one row for each commit; `keys` is the only lock. `keys` stores
 * `<stream>@<version>` as two columns, so it is also the index of the streams. It stores every other key with the
 * version 0.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS commits (position INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS keys (
    name TEXT NOT NULL, version INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (name, version)
  ) STRICT, WITHOUT ROWID;
`;

interface CommitRow {
  readonly position: number;
  readonly body: string;
}

type Position = Pick<CommitRow, 'position'>;

export interface LogTables {
  last(): number;
  /** Writes a commit's rows; returns false if one of its keys is taken, perhaps with some rows written. */
  insert(position: number, prepared: PreparedCommit): boolean;
  /**
   * Returns the position of a commit that could not be inserted, if it is in the log, or the error that refuses it.
   */
  outcomeInLog(prepared: PreparedCommit): number | Error;
  read(after: number, limit: number): Commit[];
  find(id: string): Commit | undefined;
  readStream(stream: string, from: number): StreamPage;
  firstMoved(known: readonly StreamVersion[]): string | undefined;
  /** Replaces data in place, in one transaction; the old data are overwritten in the file. */
  redact(redactions: readonly Redaction[]): void;
}

/** Creates missing tables and prepares their statements. */
export const openLogTables = (database: DatabaseSync, pageSize?: number): LogTables => {
  database.exec(SCHEMA);
  const findKey = prepare<Position>(database, 'SELECT position FROM keys WHERE name = ? AND version = ?');
  const positionOf: Find = (name, version) => findKey.get(name, version)?.position;
  const log = reading(database, positionOf, pageSize);
  return {
    insert: inserting(database, positionOf),
    outcomeInLog: (prepared) => outcomeInLog(prepared, positionOf, log.find),
    ...log,
    redact: redacting(database),
  };
};

const redacting = (database: DatabaseSync): LogTables['redact'] => {
  const body = prepare<Pick<CommitRow, 'body'>>(database, 'SELECT body FROM commits WHERE position = ?');
  const replace = database.prepare('UPDATE commits SET body = ? WHERE position = ?');
  const redactOne = (redaction: Redaction): void => {
    const row = body.get(redaction.position);
    if (row === undefined) return;
    const commit: NewCommit = JSON.parse(row.body);
    replace.run(JSON.stringify({ ...commit, events: redacted(commit.events, redaction) }), redaction.position);
  };
  return (redactions) => {
    database.exec('PRAGMA secure_delete = ON');
    database.exec('BEGIN IMMEDIATE');
    try {
      redactions.forEach(redactOne);
      database.exec('COMMIT');
    } finally {
      if (database.isTransaction) database.exec('ROLLBACK');
    }
  };
};

const inserting = (database: DatabaseSync, positionOf: Find): LogTables['insert'] => {
  const insertCommit = database.prepare('INSERT INTO commits (position, body) VALUES (?, ?)');
  const insertKey = database.prepare(
    'INSERT INTO keys (name, version, position) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const take = (name: string, version: number, position: number): boolean =>
    insertKey.run(name, version, position).changes !== 0;

  return (position, { commit, names, json }) => {
    for (const { stream, version } of commit.events) {
      if (version > 1 && positionOf(stream, version - 1) === undefined) return false;
      if (!take(stream, version, position)) return false;
    }
    if (!names.every((name) => take(name, 0, position))) return false;
    insertCommit.run(position, json);
    return true;
  };
};

const reading = (database: DatabaseSync, positionOf: Find, pageSize?: number) => {
  const newest = prepare<Position>(database, 'SELECT coalesce(max(position), 0) AS position FROM commits');
  const after = prepare<CommitRow>(
    database,
    'SELECT position, body FROM commits WHERE position > ? ORDER BY position LIMIT ?',
  );
  const ofStream = prepare<CommitRow>(
    database,
    `SELECT position, body FROM commits
    WHERE position IN (SELECT position FROM keys WHERE name = ? AND version >= ?) ORDER BY position`,
  );
  const page = (rows: Iterable<CommitRow>) => pageOf(rows, { sizeOf: ({ body }) => body.length, pageSize });
  const read = (position: number, limit: number): Commit[] =>
    consecutive(page(after.iterate(position, limit)).rows, position);

  return {
    last: () => newest.get()?.position ?? 0,
    read,
    find: (id: string) => {
      const position = positionOf(`once/${id}`, 0);
      return position === undefined ? undefined : read(position - 1, 1)[0];
    },
    firstMoved: (known: readonly StreamVersion[]) =>
      known.find(({ stream, version }) => positionOf(stream, version + 1) !== undefined)?.stream,
    readStream: (stream: string, from: number) => {
      const { rows, isFull } = page(ofStream.iterate(stream, from));
      return { events: rows.flatMap((row) => eventsOf(row, stream, from)), isFull };
    },
  };
};

type Find = (name: string, version: number) => number | undefined;

/**
 * Looks up the commit's own `once` key first: if it exists, the commit is already written. Then looks up its names,
 * which a second attempt would not free either.
 */
const outcomeInLog = ({ commit, names }: PreparedCommit, positionOf: Find, find: LogTables['find']): number | Error => {
  const own = find(commit.meta.id);
  if (own !== undefined)
    return isSameCommit(own, { keys: keysOf(commit), meta: commit.meta })
      ? own.position
      : new KeyTakenError(`once/${commit.meta.id}`, own.position);
  for (const name of names) {
    const taken = positionOf(name, 0);
    if (taken !== undefined) return new KeyTakenError(name, taken);
  }
  const moved = commit.events.find(({ stream, version }) => positionOf(stream, version) !== undefined);
  return new VersionConflictError((moved ?? commit.events[0])?.stream ?? '');
};

const consecutive = (rows: readonly CommitRow[], after: number): Commit[] =>
  rows.map(({ position, body }, index) => {
    if (position !== after + index + 1) throw new LogGapError(after + index + 1, position);
    const commit = parsed({ position, body });
    return { position, keys: keysOf(commit), events: commit.events, meta: commit.meta };
  });

/** @throws DamagedCommitError */
const parsed = ({ position, body }: CommitRow): NewCommit => {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new DamagedCommitError(position, { cause });
  }
};

const eventsOf = (row: CommitRow, stream: string, from: number): StreamEvent[] => {
  const { position } = row;
  const { events, meta } = parsed(row);
  return events
    .filter((event) => event.stream === stream && event.version >= from)
    .map((event) => ({ ...event, meta, position }));
};
