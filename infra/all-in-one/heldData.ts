import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectDatabase } from '@almanac/event-store/sqlite';
import { databaseFileOf, serviceNames } from '@almanac/manifest';
import { ConfigurationError } from '@almanac/service';
import { z } from 'zod';

/** The file of a data folder that notes the services with a database in it. */
const HELD = 'held.json';
/** The file of a data folder that notes its latest backup. */
const LATEST_BACKUP = 'latest-backup.json';

/** The services of a folder that earlier releases made, which noted nothing. */
const UNNOTED_SERVICES = ['core', 'calendar', 'misc', 'redirection', 'translation'];

/** Maximum bytes of a database whose pages and commits a start reads: less than a second for all services. */
const MAX_INSPECTED_BYTES = 64 * 1024 * 1024;

const heldCommits = z.record(z.string(), z.int().nonnegative());
const latestBackup = z.object({ folder: z.string(), at: z.string() });

/** Commits of each service's log at the latest start: a database that is missing, or has fewer, was lost. */
type HeldCommits = z.output<typeof heldCommits>;

/** Notes the commits of each service. */
export const noteHeldCommits = (folder: string, commits: HeldCommits): void => write(folder, HELD, commits);

/** Notes the latest backup of a folder, for the message after a loss. */
export const noteBackup = (folder: string, backup: z.output<typeof latestBackup>): void =>
  write(folder, LATEST_BACKUP, backup);

/** True if a service's database in the folder has commits. */
export const hasCommits = (folder: string): boolean =>
  serviceNames.some((name) => inspectDatabase(join(folder, databaseFileOf(name)), 0).commits > 0);

/**
 * Checks the databases of a site before anything is written to them.
 * @throws ConfigurationError naming each lost or damaged one
 */
export const refuseLostData = (folder: string): void => {
  const faults = serviceNames.flatMap((name) => databaseFaults(folder, name, MAX_INSPECTED_BYTES));
  if (faults.length > 0) throw new ConfigurationError(`${faults.join('\n')}\n${waysOut(folder)}`);
  if (readHeld(folder) === undefined && !existing(folder).length) noteHeldCommits(folder, {});
};

/**
 * Returns the loss of a service's database, or its damage, in words.
 * @param maxBytes maximum size of a file whose pages and commits are read
 */
export const databaseFaults = (folder: string, name: string, maxBytes?: number): readonly string[] => {
  const lost = lossOf(folder, name);
  if (lost !== undefined) return [lost];
  const file = join(folder, databaseFileOf(name));
  return inspectDatabase(file, maxBytes).faults.map((fault) => `${name}: ${file} is damaged: ${fault}`);
};

/** Returns the loss of a service's database in words; undefined if it is there, or never was. */
const lossOf = (folder: string, name: string): string | undefined => {
  const held = readHeld(folder);
  const isHeld = held === undefined ? existing(folder).length > 0 && UNNOTED_SERVICES.includes(name) : name in held;
  if (!isHeld) return undefined;
  const file = join(folder, databaseFileOf(name));
  if (!existsSync(file)) return `${name}: ${file} is missing from the site's data.`;
  if (statSync(file).size === 0) return `${name}: ${file} is empty.`;
  const { commits, faults } = inspectDatabase(file, 0);
  const before = held?.[name] ?? 0;
  if (faults.length > 0 || commits >= before) return undefined;
  return `${name}: ${file} has ${commits} commits and had ${before} at the latest start.`;
};

/** Moves everything in a folder to `replaced-…` in it, so that a site begins anew. */
export const setAside = (folder: string, at: Date): void => {
  const aside = join(folder, `replaced-${at.toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of readdirSync(folder))
    if (!/^(lock\.sqlite|replaced-)/.test(name)) renameSync(join(folder, name), join(aside, name));
};

const waysOut = (folder: string): string => {
  const backup = read(folder, LATEST_BACKUP, latestBackup);
  const source = backup === undefined ? 'FOLDER, the latest backup' : `${backup.folder}, the backup of ${backup.at}`;
  return `Restore it: npm run ops -- restore ${source}; or start with BEGIN_ANEW=true, which moves all data in ${folder} aside and begins an empty site.`;
};

const existing = (folder: string): string[] =>
  serviceNames.filter((name) => {
    const file = join(folder, databaseFileOf(name));
    return existsSync(file) && statSync(file).size > 0;
  });

const readHeld = (folder: string): HeldCommits | undefined => read(folder, HELD, heldCommits);

/** Returns the content of a note; undefined for a missing or unreadable one. */
const read = <Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.output<Schema> | undefined => {
  const file = join(folder, name);
  if (!existsSync(file)) return undefined;
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Replaces a note, all or nothing. */
const write = (folder: string, name: string, content: object): void => {
  const beside = join(folder, `${name}.new`);
  writeFileSync(beside, `${JSON.stringify(content)}\n`, { flush: true });
  renameSync(beside, join(folder, name));
};
