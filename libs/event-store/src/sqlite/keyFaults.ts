import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import { prepare } from '@almanac/documents/sqlite/database';
import type { Commit } from '../eventStore.ts';

const PAGE = 1_000;

interface KeyRow {
  readonly name: string;
  readonly version: number;
  readonly position: number;
}

type ReadLog = (after: number, limit: number) => readonly Commit[];

/**
 * Compares the table of keys with the commits, both ways. A missing key could be taken again; a key without a commit
 * blocks a version or a name forever.
 */
export async function* keyFaults(database: DatabaseSync, read: ReadLog, last: number): AsyncGenerator<string> {
  const find = prepare<Pick<KeyRow, 'position'>>(database, 'SELECT position FROM keys WHERE name = ? AND version = ?');
  let sound = 0;
  for (let position = 0; position < last; await breathe()) {
    const commits = read(position, Math.min(PAGE, last - position));
    for (const key of commits.flatMap(rowsOf)) {
      const found = find.get(key.name, key.version)?.position;
      if (found === key.position) sound++;
      else yield missing(key, found);
    }
    position = commits.at(-1)?.position ?? last;
  }
  // as many rows as were found at their commits: no others exist
  const rows = database.prepare('SELECT count(*) AS count FROM keys WHERE position <= ?').get(last);
  if (rows?.count !== sound) yield* strayKeys(database, read, last);
}

async function* strayKeys(database: DatabaseSync, read: ReadLog, last: number): AsyncGenerator<string> {
  const next = prepare<KeyRow>(
    database,
    `SELECT name, version, position FROM keys WHERE (name, version) > (?, ?) ORDER BY name, version LIMIT ${PAGE}`,
  );
  for (let after: Pick<KeyRow, 'name' | 'version'> = { name: '', version: -1 }; ; await breathe()) {
    const rows = next.all(after.name, after.version);
    for (const row of rows) {
      // later commits are not examined
      if (row.position <= last && !isKeyOf(read(row.position - 1, 1)[0], row))
        yield `the key ${textOf(row)} stands at position ${row.position}, whose commit does not have it`;
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    after = end;
  }
}

const rowsOf = ({ position, keys, events }: Commit): KeyRow[] => [
  ...events.map(({ stream, version }) => ({ name: stream, version, position })),
  ...keys.slice(events.length).map((name) => ({ name, version: 0, position })),
];

const isKeyOf = (commit: Commit | undefined, row: KeyRow): boolean =>
  commit !== undefined && rowsOf(commit).some(({ name, version }) => name === row.name && version === row.version);

const textOf = ({ name, version }: KeyRow): string => (version === 0 ? name : `${name}@${version}`);

const missing = (key: KeyRow, found: number | undefined): string =>
  `the key ${textOf(key)} of position ${key.position} ${found === undefined ? 'is missing' : `stands at position ${found}`}`;
