import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IN_MEMORY } from '../all-in-one/dataFolder.ts';
import { makePrivateFolder } from '../privateFiles.ts';
import { keptKeys, keptSecret, refuseLostSecrets, SECRET_KEYS, SITE_SECRET } from '../siteSecret.ts';

/** The folder of a native site's files and keys, and of the data of servers that it starts. */
export interface SiteFolder {
  readonly folder: string;
  /** The folder as text for people, with a note if it is temporary. */
  readonly whereabouts: string;
  readonly media: string;
  readonly secret: string;
  /** `SECRETS_KEY`, `SECRETS_OLD_KEYS`. */
  readonly keys: Readonly<Record<string, string>>;
  /** Deletes a temporary folder. */
  readonly close: () => void;
}

/** Returns the operator's folder; undefined if nothing is to be kept. */
export const keptFolder = (location: string | undefined): string | undefined =>
  location === '' || location === IN_MEMORY ? undefined : location;

/** The files that show that a site has used a folder: each is made at a start, or with the first medium. */
const TRACES_OF_SITE = ['mongodb.h2', 'kafka', 'uploads', SITE_SECRET, SECRET_KEYS];

/**
 * Opens the folder of a site; creates it at its first start.
 * @param location a folder; without one, and for `:memory:`, a temporary folder that `close` deletes
 * @throws ConfigurationError if a secret is missing beside data
 */
export const openSiteFolder = (location: string | undefined, { hasOwnKeys = false } = {}): SiteFolder => {
  const kept = keptFolder(location);
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'almanac-native-'));
  makePrivateFolder(folder);
  const hasData = (): boolean => TRACES_OF_SITE.some((name) => existsSync(join(folder, name)));
  refuseLostSecrets(folder, { hasOwnKeys, hasData });
  const keys = keptKeys(join(folder, SECRET_KEYS));
  return {
    folder,
    keys,
    media: join(folder, 'uploads'),
    secret: keptSecret(join(folder, SITE_SECRET)),
    whereabouts: kept ?? `${folder}, which is removed when it stops`,
    close: () => (kept === undefined ? rmSync(folder, { recursive: true, force: true }) : undefined),
  };
};

/**
 * Returns the places of a site's data as text for people, given servers first. It names their variables, since
 * addresses may contain passwords.
 */
export const whereDataAre = (
  given: { readonly MONGODB_URL?: string | undefined; readonly KAFKA_BROKERS?: string | undefined },
  { whereabouts }: Pick<SiteFolder, 'whereabouts'>,
): string => {
  const servers = (['MONGODB_URL', 'KAFKA_BROKERS'] as const).filter((name) => given[name] !== undefined);
  return [...servers.map((name) => `the server of ${name}`), whereabouts].join(', and in ');
};
