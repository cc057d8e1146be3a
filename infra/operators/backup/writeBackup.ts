import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { definition as core } from '@almanac/core/definition';
import { newestLink } from '@almanac/event-sourcing';
import { codeOf } from '@almanac/i18n';
import { databaseFileOf as fileOf } from '@almanac/manifest';
import { lastLogPosition, listCheckpoints, readRestores } from '@almanac/messaging';
import { ConfigurationError, type ServiceDefinition } from '@almanac/service';
import { noteBackup } from '../../all-in-one/heldData.ts';
import { keysIn, replaceKeys, SECRET_KEYS, SITE_SECRET } from '../../siteSecret.ts';
import { knownServices, openFile } from '../serviceData.ts';
import { type BackupFile, describeFile, MANIFEST, type Manifest } from './manifest.ts';

/** A site of whose media some have no file in the folder of uploads. */
export interface MissingMedia {
  /** The number of media without their file. */
  readonly count: number;
  /** The path of the first one. */
  readonly first: string;
}

export interface WrittenBackup {
  readonly manifest: Manifest;
  /** Undefined if the backup has the file of every medium. */
  readonly missing: MissingMedia | undefined;
}

export interface BackupOptions {
  /** The folder of the site's data. */
  readonly data: string;
  /** An empty or missing folder. */
  readonly folder: string;
  readonly at: Date;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Copies all pages in one step: it reads one state of the file, and writers do not wait for it. */
const ALL_PAGES = 2 ** 31 - 1;
/** The files of a site beside databases and uploads. */
const SECRETS = [SITE_SECRET, SECRET_KEYS];
const UPLOADS = 'uploads';

/**
 * Copies a site's databases, its uploads and its secret, even while it runs. Services are copied in the reverse order
 * of their start: a subscriber before its sources, so that no checkpoint in the backup is ahead of the log that it
 * reads. Files follow the databases that name them.
 * @throws ConfigurationError for a folder without data, or a target that is not empty
 */
export const writeBackup = async (options: BackupOptions): Promise<WrittenBackup> => {
  const { data, folder, at, onProgress = () => undefined } = options;
  await refuseUnfit(data, folder);
  const uploads = await filesBelow(join(data, UPLOADS));
  const total = knownServices.length + uploads.length;
  const [services, files]: [Manifest['services'], BackupFile[]] = [[], []];
  const former = keysIn(join(data, SECRET_KEYS));
  let media: readonly string[] = [];
  for (const definition of [...knownServices].reverse()) {
    services.push(await copyService(definition, data, folder));
    // before the checksum: opening a database may write to it
    if (definition.name === core.name) media = await mediaPaths(folder);
    files.push(await describeFile(folder, fileOf(definition.name)));
    onProgress(files.length, total);
  }
  const others = [...SECRETS.filter((file) => existsSync(join(data, file))), ...(await uploadsOf(data))];
  for (const path of others) {
    if (await copyOne(join(data, path), join(folder, path))) {
      if (path === SECRET_KEYS) keepFormerKeys(join(folder, path), former);
      files.push(await describeFile(folder, path));
    }
    onProgress(Math.min(files.length, total), total);
  }
  const manifest: Manifest = { format: 1, at: at.toISOString(), services, files };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  noteBackup(data, { folder: resolve(folder), at: manifest.at });
  return { manifest, missing: missingMedia(folder, media) };
};

/** Adds keys that were replaced while databases were copied, since the copies may have secrets of them. */
const keepFormerKeys = (file: string, former: readonly string[]): void => {
  const current = keysIn(file);
  const replaced = former.filter((key) => !current.includes(key));
  if (replaced.length > 0) replaceKeys(file, [...current, ...replaced]);
};

const refuseUnfit = async (data: string, folder: string): Promise<void> => {
  const missing = knownServices.find(({ name }) => !existsSync(join(data, fileOf(name))));
  if (missing !== undefined) {
    throw new ConfigurationError(`${data} holds no data of ${missing.name}; DATA names another folder.`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new ConfigurationError(`${folder} is not empty; name a folder that is, or is not there yet.`);
  }
};

const copyService = async (
  definition: ServiceDefinition,
  data: string,
  folder: string,
): Promise<Manifest['services'][number]> => {
  const file = fileOf(definition.name);
  const source = new DatabaseSync(join(data, file));
  try {
    await backup(source, join(folder, file), { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  return { name: definition.name, file, ...(await endOfLog(definition, join(folder, file))) };
};

/** Reads the end of the log from the copy, since the site may have written more. */
const endOfLog = async (definition: ServiceDefinition, file: string) => {
  const { store, entries, close } = openFile(file, definition);
  try {
    const log = { store, publishing: () => [], restores: await readRestores(entries) };
    const { position, commitId } = await lastLogPosition(log);
    const checkpoints = await listCheckpoints(entries);
    const { to, mac } = await newestLink(entries);
    return {
      position,
      commitId,
      signed: { position: to, head: mac },
      marks: Object.fromEntries(checkpoints.map(({ id, logPosition }) => [id, logPosition.position])),
    };
  } finally {
    await close();
  }
};

const MEDIA_PER_PAGE = 500;

/** Returns the paths of the files of all media, below the folder of uploads. */
const mediaPaths = async (folder: string): Promise<string[]> => {
  const { documents, close } = openFile(join(folder, fileOf(core.name)), core);
  const paths: string[] = [];
  try {
    const media = core.collections.find(({ name }) => name === 'media');
    for (let found = MEDIA_PER_PAGE; media !== undefined && found === MEDIA_PER_PAGE; ) {
      const page = await documents.find<{ readonly file: { readonly path: string } }>(media, {
        order: [{ field: 'id', direction: 'asc' }],
        limit: MEDIA_PER_PAGE,
        offset: paths.length,
      });
      paths.push(...page.map(({ file }) => file.path));
      found = page.length;
    }
  } finally {
    await close();
  }
  return paths;
};

/** Returns the media whose file the backup lacks: they are in a bucket, or were lost before. */
const missingMedia = (folder: string, paths: readonly string[]): MissingMedia | undefined => {
  const absent = paths.filter((path) => !existsSync(join(folder, UPLOADS, path)));
  const [first] = absent;
  return first === undefined ? undefined : { count: absent.length, first };
};

const uploadsOf = async (data: string): Promise<string[]> =>
  (await filesBelow(join(data, UPLOADS))).map((path) => `${UPLOADS}/${path}`);

/** Returns the files below a folder, relative to it; none for a missing folder. */
const filesBelow = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.split(sep).join('/'))
    .sort();
};

/** Copies a file. Returns false if a running site has deleted it meanwhile. */
const copyOne = async (from: string, to: string): Promise<boolean> => {
  await mkdir(dirname(to), { recursive: true });
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return false;
  }
};
