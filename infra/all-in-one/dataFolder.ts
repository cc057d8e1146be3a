import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { codeOf } from '@almanac/i18n';
import { databaseFileOf } from '@almanac/manifest';
import { readKeys, type SecretKeys } from '@almanac/secrets';
import { ConfigurationError } from '@almanac/service';
import { makePrivateFolder } from '../privateFiles.ts';
import { keptKeys, keptSecret, newSecret, refuseLostSecrets, SECRET_KEYS, SITE_SECRET } from '../siteSecret.ts';
import { hasCommits, refuseLostData, setAside } from './heldData.ts';

/** The place of a site's data: a folder that only this process uses, or memory. */
export interface DataFolder {
  /** Returns the database file of a service; `:memory:` if nothing is stored on disk. */
  databaseOf(service: string): string;
  /** The folder of media files. */
  readonly uploads: string;
  /** The folder itself; undefined if nothing is stored on disk. */
  readonly folder: string | undefined;
  /** The secret that signs principals and keyed hashes; the same at every start of a site. */
  readonly secret: string;
  /** The keys that encrypt the secrets of outside services; created if they are missing. */
  readonly secretKeys: SecretKeys;
  /** Releases the folder. */
  close(): void;
}

export interface DataFolderOptions {
  /** The alternative to stopping the site that uses the folder, as text for people. */
  readonly instead?: string;
  /** True if the keys of secrets are configured, so that the file with keys is not used. */
  readonly hasOwnKeys?: boolean;
  /** True to move lost or damaged data aside and begin an empty site. */
  readonly beginAnew?: boolean;
}

export const IN_MEMORY = ':memory:';

/** The name of the folder, within a data folder, with the old data during a restore. */
export const REPLACING = 'replacing';

/**
 * Locks a folder for this process; creates it if it is missing. The lock of a killed process is released.
 * @param location a folder, or `:memory:`
 * @throws ConfigurationError if another process uses it, it cannot be created, its keys are invalid or lost, data in it
 * are lost or damaged, or a restore was interrupted
 */
export const openDataFolder = (location: string, options: DataFolderOptions = {}): DataFolder => {
  const { instead = '', hasOwnKeys = false, beginAnew = false } = options;
  if (location === IN_MEMORY) return inMemory();
  const lock = lockedFolder(location, instead);
  try {
    if (existsSync(join(location, REPLACING)))
      throw new ConfigurationError(`A restore of ${location} was broken off: run it again, then start the site.`);
    checkData(location, beginAnew);
    refuseLostSecrets(location, { hasOwnKeys, hasData: () => hasCommits(location) });
    return {
      databaseOf: (service) => join(location, databaseFileOf(service)),
      uploads: join(location, 'uploads'),
      folder: location,
      secret: keptSecret(join(location, SITE_SECRET)),
      secretKeys: readKeys(keptKeys(join(location, SECRET_KEYS))),
      close: () => lock.close(),
    };
  } catch (error) {
    lock.close();
    throw error;
  }
};

/**
 * Checks the data before anything is written.
 * @throws ConfigurationError for lost or damaged data, unless the site begins anew
 */
const checkData = (location: string, beginAnew: boolean): void => {
  try {
    refuseLostData(location);
  } catch (error) {
    if (!beginAnew || !(error instanceof ConfigurationError)) throw error;
    setAside(location, new Date());
    refuseLostData(location);
  }
};

/**
 * Locks a folder for a restore, which may continue an interrupted one.
 * @throws ConfigurationError
 */
export const holdForRestore = (location: string): Pick<DataFolder, 'close'> => lockedFolder(location, '');

/**
 * Checks that a folder contains a site; creates nothing. For commands.
 * @throws ConfigurationError
 */
export const requireSite = (location: string): void => {
  if (existsSync(join(location, databaseFileOf('core')))) return;
  throw new ConfigurationError(`${location} holds no site; DATA names the folder of one, and npm start makes one.`);
};

/**
 * Runs a command's work while it holds the lock of a site's folder. The site cannot run meanwhile.
 * @throws ConfigurationError
 */
export const whileHeld = async <Result>(location: string, work: () => Promise<Result>): Promise<Result> => {
  requireSite(location);
  const folder = openDataFolder(location);
  try {
    return await work();
  } finally {
    folder.close();
  }
};

/**
 * Returns a data folder in memory. Media files still need a disk, in a temporary folder that is deleted with the site.
 */
const inMemory = (): DataFolder => {
  const uploads = mkdtempSync(join(tmpdir(), 'almanac-uploads-'));
  const close = (): void => rmSync(uploads, { recursive: true, force: true });
  const secretKeys = readKeys({ SECRETS_KEY: newSecret() });
  return { databaseOf: () => IN_MEMORY, uploads, folder: undefined, secret: newSecret(), secretKeys, close };
};

const lockOf = (location: string): string => join(location, 'lock.sqlite');

/** True if a process, usually a site, has locked the folder. */
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

// SQLite's own lock: the system releases it however the process ends.
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
