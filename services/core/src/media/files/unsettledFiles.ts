import type { Documents, Entries } from '@almanac/documents';
import { isEventOf, streamOf } from '@almanac/event-sourcing';
import type { EventStore, NewEvent } from '@almanac/event-store';
import { medium, originalPath } from '../medium.ts';
import { mediumWithFile } from '../readModels/mediaList.ts';
import type { MediaFiles } from './mediaFiles.ts';

const KIND = 'unsettled-files';

/** Files are noted while it is open whether a medium names them: written before its commit, deleted after it. */
interface Unsettled {
  readonly paths: readonly string[];
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The end of the log then; notes of earlier releases lack it. */
  readonly position?: number;
}

export interface FilePorts {
  readonly entries: Entries;
  readonly documents: Documents;
  readonly store: Pick<EventStore, 'firstMoved' | 'last' | 'readLog'>;
  readonly files: MediaFiles;
  readonly now: () => Date;
}

const noteOf = async ({ now, store }: FilePorts, paths: readonly string[]): Promise<Unsettled> => ({
  paths,
  since: now().getTime(),
  position: await store.last(),
});

/** Takes a path for a file that is about to be written, with those beside it; false where somebody else has it. */
export const reservePaths = async (ports: FilePorts, paths: readonly string[]): Promise<boolean> => {
  const { entries, files } = ports;
  const [first = ''] = paths;
  if (await files.exists(first)) return false;
  return entries.insert(KIND, first, await noteOf(ports, paths));
};

/** Notes files whose medium is about to be deleted. */
export const noteDeletion = async (ports: FilePorts, paths: readonly string[]): Promise<void> => {
  await ports.entries.put(KIND, paths[0] ?? '', await noteOf(ports, paths));
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
  for (const { body } of notes.filter(({ body }) => body.since < before)) await settle(ports, body);
  await ports.files.tidy(before);
};

/** Whoever ended in between may have ended before the documents of the commit were written: then it is too early. */
const settle = async (ports: FilePorts, { paths, position }: Unsettled): Promise<void> => {
  const [first = ''] = paths;
  const owner = await mediumWithFile(ports.documents, first);
  if (owner === undefined) {
    const isNamed = position !== undefined && (await isNamedAfter(ports, position, first));
    return isNamed ? undefined : dropFiles(ports, paths);
  }
  const known = { stream: streamOf(medium, owner.id), version: owner.version };
  if ((await ports.store.firstMoved([known])) !== undefined) return;
  for (const path of paths) if (!owner.paths.includes(path)) await ports.files.delete(path);
  await keepFiles(ports, paths);
};

/** Whether a medium was made of a file after a position of the log. */
const isNamedAfter = async ({ store }: FilePorts, position: number, path: string): Promise<boolean> => {
  let after = position;
  for (;;) {
    const commits = await store.readLog(after);
    if (commits.some(({ events }) => events.some((event) => isUploadOf(event, path)))) return true;
    const last = commits.at(-1);
    if (last === undefined) return false;
    after = last.position;
  }
};

const isUploadOf = (event: NewEvent, path: string): boolean =>
  isEventOf(medium, event) && event.type === 'MediumUploaded' && originalPath(event.data) === path;
