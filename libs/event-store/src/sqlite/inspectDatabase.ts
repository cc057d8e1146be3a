import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { prepare } from '@almanac/documents/sqlite/database';

export interface DatabaseInspection {
  /** The number of commits in the log; 0 for a missing, empty or unreadable file. */
  readonly commits: number;
  /** The faults in words; empty for a sound file. */
  readonly faults: readonly string[];
}

const MAX_NAMED_FAULTS = 3;
/** Results of SQLite that mean damage: corrupt, no database, a read beyond the end of the file. */
const DAMAGE: readonly number[] = [11, 26, 522];

/** True if SQLite found the file damaged. */
export const isDamaged = (error: unknown): error is Error =>
  error instanceof Error &&
  'errcode' in error &&
  (DAMAGE.includes(Number(error.errcode)) || DAMAGE.includes(Number(error.errcode) & 0xff));

/**
 * Inspects the database file of a service; creates nothing. The pages and the JSON of the log are read only in files of
 * at most `maxBytes`, since that takes about a second for 500 MB.
 */
export const inspectDatabase = (file: string, maxBytes = Number.POSITIVE_INFINITY): DatabaseInspection => {
  if (!existsSync(file)) return { commits: 0, faults: [] };
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    const isRead = statSync(file).size <= maxBytes;
    const pages = isRead ? pageFaults(database) : [];
    if (!hasLog(database)) return { commits: 0, faults: pages };
    const last = prepare<{ readonly last: number }>(database, 'SELECT coalesce(max(position), 0) AS last FROM commits');
    return { commits: last.get()?.last ?? 0, faults: [...pages, ...(isRead ? commitFaults(database) : [])] };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return { commits: 0, faults: [error.message] };
  } finally {
    database.close();
  }
};

const hasLog = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'commits'").get() !== undefined;

const pageFaults = (database: DatabaseSync): string[] =>
  prepare<{ readonly quick_check: string }>(database, `PRAGMA quick_check(${MAX_NAMED_FAULTS})`)
    .all()
    .map((row) => row.quick_check.replaceAll('\n', ', '))
    .filter((line) => line !== 'ok');

const commitFaults = (database: DatabaseSync): string[] =>
  prepare<{ readonly position: number }>(
    database,
    `SELECT position FROM commits WHERE NOT json_valid(body) ORDER BY position LIMIT ${MAX_NAMED_FAULTS}`,
  )
    .all()
    .map(({ position }) => `the commit at position ${position} is no JSON`);
