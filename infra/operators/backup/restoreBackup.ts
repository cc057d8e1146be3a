import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databaseFileOf as fileOf } from '@almanac/manifest';
import { ConfigurationError } from '@almanac/service';
import { holdForRestore, REPLACING } from '../../all-in-one/dataFolder.ts';
import { knownServices, openFile, type ServiceData } from '../serviceData.ts';
import { enterNewEpoch, type RestoredService, settleCheckpoints } from './afterRestore.ts';
import { type Manifest, readManifest, verifyFiles } from './manifest.ts';

export interface RestoreOptions {
  readonly folder: string;
  readonly data: string;
  readonly at: Date;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface RestoreReport {
  readonly manifest: Manifest;
  readonly services: readonly RestoredService[];
  /** Descriptions of checkpoints that were ahead of the restored logs. */
  readonly settled: readonly string[];
  /** The folder of the old data; undefined if there were none. */
  readonly replaced: string | undefined;
}

/** Matches the lock of the process that uses the folder; it stays in its place. */
const LOCK = /^lock\.sqlite/;

/**
 * Replaces a site's data with a backup, which is first checked and prepared beside them. The old data are moved to a
 * folder of their own, not deleted. After an interruption, run the same command again.
 * @throws ConfigurationError if the site runs, or the backup is incomplete
 */
export const restoreBackup = async (options: RestoreOptions): Promise<RestoreReport> => {
  const { folder, data, at, onProgress = () => undefined } = options;
  const manifest = await readManifest(folder);
  refuseOtherServices(manifest);
  await verifyFiles(folder, manifest, (done) => onProgress(done, manifest.files.length));
  const held = holdForRestore(data);
  try {
    await putBack(data);
    const staging = join(data, 'restoring');
    await rm(staging, { recursive: true, force: true });
    for (const { path } of manifest.files) await copyInto(join(folder, path), join(staging, path));
    const prepared = await prepare(staging, data, at);
    return { manifest, ...prepared, replaced: await swap(staging, data, at) };
  } finally {
    held.close();
  }
};

const refuseOtherServices = ({ services }: Manifest): void => {
  const missing = knownServices.find(({ name }) => !services.some((service) => service.name === name));
  if (missing === undefined) return;
  throw new ConfigurationError(
    `The backup holds nothing of ${missing.name}; restore it with the release that made it.`,
  );
};

const copyInto = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
};

/** Opens each log's new epoch and corrects the checkpoints before any process reads the data. */
const prepare = async (staging: string, data: string, at: Date) => {
  const opened: ServiceData[] = [];
  try {
    for (const each of knownServices) opened.push(openFile(join(staging, fileOf(each.name)), each));
    const services: RestoredService[] = [];
    for (const service of opened) services.push(await withReplaced(data, service, at));
    return { services, settled: await settleCheckpoints(opened) };
  } finally {
    for (const service of opened) await service.close();
  }
};

const withReplaced = async (data: string, service: ServiceData, at: Date): Promise<RestoredService> => {
  const file = join(data, fileOf(service.name));
  const definition = knownServices.find(({ name }) => name === service.name);
  if (definition === undefined || !existsSync(file)) return enterNewEpoch(service, { at });
  const replaced = openFile(file, definition);
  try {
    return await enterNewEpoch(service, { at, replaced: replaced.entries, erased: replaced.persons });
  } finally {
    await replaced.close();
  }
};

const swap = async (staging: string, data: string, at: Date): Promise<string | undefined> => {
  const [aside, replacing] = [
    join(data, `replaced-${at.toISOString().replaceAll(/[:.]/g, '-')}`),
    join(data, REPLACING),
  ];
  const old = (await readdir(data)).filter((name) => !LOCK.test(name) && !/^(restoring$|replaced-)/.test(name));
  await mkdir(replacing);
  for (const name of old) await rename(join(data, name), join(replacing, name));
  for (const name of await readdir(staging)) await rename(join(staging, name), join(data, name));
  await rm(staging, { recursive: true });
  if (old.length === 0) await rm(replacing, { recursive: true });
  else await rename(replacing, aside);
  return old.some((name) => name.endsWith('.sqlite')) ? aside : undefined;
};

/** Undoes an interrupted swap: the old data contain the used epochs and the erased persons. */
const putBack = async (data: string): Promise<void> => {
  const replacing = join(data, REPLACING);
  if (!existsSync(replacing)) return;
  for (const name of await readdir(replacing)) {
    await rm(join(data, name), { recursive: true, force: true });
    await rename(join(replacing, name), join(data, name));
  }
  await rm(replacing, { recursive: true });
};
