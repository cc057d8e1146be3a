import type { DatabaseSync } from 'node:sqlite';
import { lostFile } from '@almanac/documents/sqlite/database';
import type { Log } from '@almanac/service';

/** Milliseconds between two looks at the files. */
const LOOK_MS = 1_000;

/** A watch of the files of an open database. */
export interface FileWatch {
  /** Returns the reason why writes would be lost: a file was deleted, moved or replaced. */
  lostFile(): string | undefined;
  stop(): void;
}

/** Watches the files of a database; logs one line for each loss. */
export const watchFiles = (database: DatabaseSync, log: Log): FileWatch => {
  let isLogged = false;
  const look = (): string | undefined => {
    const reason = lostFile(database);
    if (reason !== undefined && !isLogged) log.error({ reason }, 'the database file is lost; writes are refused');
    isLogged = reason !== undefined;
    return reason;
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return { lostFile: look, stop: () => clearInterval(timer) };
};
