import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { codeOf } from '@almanac/i18n';
import { databaseFileOf } from '@almanac/manifest';
import { readKeys, type SecretKeys } from '@almanac/secrets';
import { ConfigurationError } from '@almanac/service';
import { makePrivateFolder } from '../privateFiles.ts';
import { keptKeys, keptSecret, newSecret, SECRET_KEYS } from '../siteSecret.ts';

/** Where a site's data are: a folder that this process alone uses, or memory. */
export interface DataFolder {
  /** The file of one service's data; `:memory:` when nothing is kept. */
  databaseOf(service: string): string;
  /** Where the files of media are. */
  readonly uploads: string;
  /** The folder itself; undefined when nothing is kept. */
  readonly folder: string | undefined;
  /** Signs principals and keys what must not be guessed; the same over all starts of a site. */
  readonly secret: string;
  /** Encrypt what services keep of outside services; made where there are none. */
  readonly secretKeys: SecretKeys;
  /** Gives the folder free. */
  close(): void;
}

export const IN_MEMORY = ':memory:';

/** In a data folder: what a restore has moved aside, until all of the backup is in its place. */
export const REPLACING = 'replacing';

/**
 * Takes a folder for this process, making it where it is missing. A process that is killed leaves nothing locked.
 * @param location a folder, or `:memory:`
 * @param instead what else than stopping the site that uses it helps, for people
 * @throws ConfigurationError when another process uses it, it cannot be made, its keys are none, or a restore was broken off
 */
export const openDataFolder = (location: string, instead = ''): DataFolder => {
  if (location === IN_MEMORY) return inMemory();
  const lock = lockedFolder(location, instead);
  try {
    if (existsSync(join(location, REPLACING)))
      throw new ConfigurationError(`A restore of ${location} was broken off: run it again, then start the site.`);
    return {
      databaseOf: (service) => join(location, databaseFileOf(service)),
      uploads: join(location, 'uploads'),
      folder: location,
      secret: keptSecret(join(location, 'secret')),
      secretKeys: readKeys(keptKeys(join(location, SECRET_KEYS))),
      close: () => lock.close(),
    };
  } catch (error) {
    lock.close();
    throw error;
  }
};

/** Takes a folder for a restore, which may go on where another was broken off. @throws ConfigurationError */
export const holdForRestore = (location: string): Pick<DataFolder, 'close'> => lockedFolder(location, '');

/** For commands: what is no site's is refused, and nothing is made in it. @throws ConfigurationError */
export const requireSite = (location: string): void => {
  if (existsSync(join(location, databaseFileOf('core')))) return;
  throw new ConfigurationError(`${location} holds no site; DATA names the folder of one, and npm start makes one.`);
};

/** Does a command's work while it holds the folder of a site, which cannot run meanwhile. @throws ConfigurationError */
export const whileHeld = async <Result>(location: string, work: () => Promise<Result>): Promise<Result> => {
  requireSite(location);
  const folder = openDataFolder(location);
  try {
    return await work();
  } finally {
    folder.close();
  }
};

/** Files are on a disk all the same, in a folder that goes with the site. */
const inMemory = (): DataFolder => {
  const uploads = mkdtempSync(join(tmpdir(), 'almanac-uploads-'));
  const close = (): void => rmSync(uploads, { recursive: true, force: true });
  const secretKeys = readKeys({ SECRETS_KEY: newSecret() });
  return { databaseOf: () => IN_MEMORY, uploads, folder: undefined, secret: newSecret(), secretKeys, close };
};

const lockOf = (location: string): string => join(location, 'lock.sqlite');

/** Whether a process, mostly a site, has taken the folder. */
export const isInUse = (location: string): boolean => {
  if (!existsSync(lockOf(location))) return false;
  const lock = new DatabaseSync(lockOf(location), { readOnly: true });
  try {
    lock.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch {
    return true;
  } finally {
    lock.close();
  }
};

// SQLite's own lock: the system gives it back whatever way the process ends
const lockedFolder = (location: string, instead: string): DatabaseSync => {
  try {
    makePrivateFolder(location);
    const lock = new DatabaseSync(lockOf(location));
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) === undefined) throw error;
    const reason =
      'errcode' in error && error.errcode === SQLITE_BUSY
        ? `is used by another process: a site runs on it. Stop that first${instead}`
        : `cannot be used: ${error.message}`;
    throw new ConfigurationError(`The data folder ${location} ${reason}.`, { cause: error });
  }
};

const SQLITE_BUSY = 5;
