import type { Documents, Entries } from '@almanac/documents';
import { isEventOf, streamOf } from '@almanac/event-sourcing';
import type { EventStore, NewEvent } from '@almanac/event-store';
import { medium, originalPath } from '../medium.ts';
import { mediumWithFile } from '../readModels/mediaList.ts';
import type { MediaFiles } from './mediaFiles.ts';

const UNSETTLED_FILES_KIND = 'unsettled-files';

/** Files whose owner is not settled yet: they are written before their medium's commit, and deleted after it. */
interface UnsettledFiles {
  readonly paths: readonly string[];
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Last position of the log at that time; entries of earlier releases lack it. */
  readonly position?: number;
}

export interface FilePorts {
  readonly entries: Entries;
  readonly documents: Documents;
  readonly store: Pick<EventStore, 'firstMoved' | 'last' | 'readLog'>;
  readonly files: MediaFiles;
  readonly now: () => Date;
}

const noteOf = async ({ now, store }: FilePorts, paths: readonly string[]): Promise<UnsettledFiles> => ({
  paths,
  since: now().getTime(),
  position: await store.last(),
});

/** Reserves the path of a new file and of its renditions; false if the path is taken. */
export const reservePaths = async (ports: FilePorts, paths: readonly string[]): Promise<boolean> => {
  const { entries, files } = ports;
  const [first = ''] = paths;
  if (await files.exists(first)) return false;
  return entries.insert(UNSETTLED_FILES_KIND, first, await noteOf(ports, paths));
};

/** Records the files of a medium before its deletion. */
export const recordDeletedFiles = async (ports: FilePorts, paths: readonly string[]): Promise<void> => {
  await ports.entries.put(UNSETTLED_FILES_KIND, paths[0] ?? '', await noteOf(ports, paths));
};

/** Removes the record of files that now belong to a medium. */
export const keepFiles = async ({ entries }: FilePorts, [first = '']: readonly string[]): Promise<void> => {
  await entries.delete(UNSETTLED_FILES_KIND, first);
};

/** Deletes files that no medium names. The first file is deleted last, because its name blocks other uploads. */
export const dropFiles = async (
  { entries, files }: FilePorts,
  paths: readonly string[],
  written = paths,
): Promise<void> => {
  for (const path of written.toReversed()) await files.delete(path);
  await entries.delete(UNSETTLED_FILES_KIND, paths[0] ?? '');
};

/** Age in milliseconds below which an entry may belong to a running process. */
const MAX_UPLOAD_MS = 10 * 60_000;

/** Settles files that interrupted processes left behind, and removes incomplete files. */
export const cleanUpUnsettledFiles = async (ports: FilePorts): Promise<void> => {
  const before = ports.now().getTime() - MAX_UPLOAD_MS;
  const notes = await ports.entries.list<UnsettledFiles>(UNSETTLED_FILES_KIND);
  for (const { body } of notes.filter(({ body }) => body.since < before)) await settle(ports, body);
  await ports.files.tidy(before);
};

/** Keeps or deletes the files of an entry. It waits while a commit names the files but has no documents yet. */
const settle = async (ports: FilePorts, { paths, position }: UnsettledFiles): Promise<void> => {
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

/** True if a medium was created from the file after a position of the log. */
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
