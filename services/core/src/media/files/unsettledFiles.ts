import type { Documents, Entries } from '@almanac/documents';
import { mediumWithFile } from '../readModels/mediaList.ts';
import type { MediaFiles } from './mediaFiles.ts';

const KIND = 'unsettled-files';

/** Files are noted while it is open whether a medium names them: written before its commit, deleted after it. */
interface Unsettled {
  readonly paths: readonly string[];
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export interface FilePorts {
  readonly entries: Entries;
  readonly documents: Documents;
  readonly files: MediaFiles;
  readonly now: () => Date;
}

/** Takes a path for a file that is about to be written, with those beside it; false where somebody else has it. */
export const reservePaths = async (
  { entries, files, now }: FilePorts,
  [first = '', ...others]: readonly string[],
): Promise<boolean> => {
  if (await files.exists(first)) return false;
  const note: Unsettled = { paths: [first, ...others], since: now().getTime() };
  return entries.insert(KIND, first, note);
};

/** Notes files whose medium is about to be deleted. */
export const noteDeletion = async ({ entries, now }: FilePorts, paths: readonly string[]): Promise<void> => {
  await entries.put(KIND, paths[0] ?? '', { paths, since: now().getTime() } satisfies Unsettled);
};

/** The files belong to a medium: nothing is open. */
export const keepFiles = async ({ entries }: FilePorts, [first = '']: readonly string[]): Promise<void> => {
  await entries.delete(KIND, first);
};

/**
 * No medium names the files, or those of them that were written. The first, whose name keeps others away, goes last.
 */
export const dropFiles = async (
  { entries, files }: FilePorts,
  paths: readonly string[],
  written = paths,
): Promise<void> => {
  for (const path of written.toReversed()) await files.delete(path);
  await entries.delete(KIND, paths[0] ?? '');
};

/** How long an entry counts as work that may still run in some process. */
const RUNNING = 10 * 60_000;

/** Settles what processes that ended in between have left open, and clears away halves of files. */
export const settleFiles = async (ports: FilePorts): Promise<void> => {
  const before = ports.now().getTime() - RUNNING;
  const notes = await ports.entries.list<Unsettled>(KIND);
  for (const { body } of notes.filter(({ body }) => body.since < before)) await settle(ports, body.paths);
  await ports.files.tidy(before);
};

const settle = async (ports: FilePorts, paths: readonly string[]): Promise<void> => {
  const owner = await mediumWithFile(ports.documents, paths[0] ?? '');
  if (owner === undefined) return dropFiles(ports, paths);
  for (const path of paths) if (!owner.paths.includes(path)) await ports.files.delete(path);
  await keepFiles(ports, paths);
};
