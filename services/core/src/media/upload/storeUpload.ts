import type { Readable } from 'node:stream';
import { coreErrors } from '../../errors.ts';
import { FileStorageError, FileTakenError } from '../files/mediaFiles.ts';
import { dropFiles, type FilePorts, reservePaths } from '../files/unsettledFiles.ts';
import { isResized } from '../fileTypes.ts';
import type { MediumFiles } from '../medium.ts';
import type { Renditions } from '../renditions/makeRenditions.ts';
import type { Queue } from '../renditions/oneByOne.ts';
import { plannedSizes, suffixOf } from '../renditions/sizes.ts';
import { type NameParts, nameCandidates } from './fileName.ts';
import type { ValidUpload } from './validateUpload.ts';

export interface StorePorts extends FilePorts {
  /** Processes pictures one at a time. */
  readonly queue: Queue;
  readonly newId: () => string;
}

/** Target folder and abort signal. */
export interface Storage {
  /** `YYYY/MM` */
  readonly folder: string;
  /** Aborts the work, which then removes its files. */
  readonly signal: AbortSignal;
}

/** Number of characters of a new id that form a random ending. */
const RANDOM_SUFFIX_LENGTH = 8;

/** Stored files that no medium names yet. */
export interface StoredUpload {
  readonly files: Omit<MediumFiles, 'source'>;
  /** Paths of the files, the original first. */
  readonly paths: readonly string[];
}

/**
 * Stores a file and its renditions under a free name.
 * @throws DomainError 500 if they cannot be written; the reason of the signal
 */
export const storeUpload = async (ports: StorePorts, upload: ValidUpload, storage: Storage): Promise<StoredUpload> => {
  try {
    return await storeUnderFreeName(ports, upload, storage);
  } catch (error) {
    throw isOfStorage(error) ? coreErrors.cannotWriteFile({ cause: error }) : error;
  }
};

const isOfStorage = (error: unknown): boolean =>
  error instanceof FileStorageError || (error instanceof Error && 'syscall' in error);

const storeUnderFreeName = async (ports: StorePorts, upload: ValidUpload, storage: Storage): Promise<StoredUpload> => {
  const newEnding = () => ports.newId().replaceAll('-', '').slice(0, RANDOM_SUFFIX_LENGTH);
  for (const name of nameCandidates(upload, newEnding)) {
    storage.signal.throwIfAborted();
    const paths = plannedPaths(upload, name).map((file) => `${storage.folder}/${file}`);
    const files = (await reservePaths(ports, paths))
      ? await tryName(ports, upload, { name, paths, storage })
      : undefined;
    if (files !== undefined) return { files, paths };
  }
  throw coreErrors.cannotWriteFile({ cause: new Error('every name that was tried is taken') });
};

/** Returns the names of all files that may be written for an upload, the original first. */
const plannedPaths = ({ picture, type }: ValidUpload, { base, extension }: NameParts): string[] => {
  const suffixes =
    picture === undefined || !isResized(type)
      ? []
      : ['scaled', 'rotated', ...new Set(plannedSizes(picture).map(suffixOf))];
  return [`${base}.${extension}`, ...suffixes.map((suffix) => `${base}-${suffix}.${extension}`)];
};

interface UploadTarget {
  readonly name: NameParts;
  readonly storage: Storage;
  readonly paths: readonly string[];
}

/** Stores the files under one name; undefined if the name is taken after all. An error removes all written files. */
const tryName = async (ports: StorePorts, upload: ValidUpload, target: UploadTarget) => {
  const written: string[] = [];
  try {
    return await write(ports, upload, target, written);
  } catch (error) {
    await dropFiles(ports, target.paths, written);
    if (error instanceof FileTakenError) return undefined;
    throw error;
  }
};

const write = async (
  { files, queue }: StorePorts,
  upload: ValidUpload,
  { name, storage: { folder, signal } }: UploadTarget,
  written: string[],
): Promise<StoredUpload['files']> => {
  const { file, picture, type } = upload;
  const keep = async (named: string, content: Readable | Uint8Array): Promise<void> => {
    await files.put(`${folder}/${named}`, content);
    written.push(`${folder}/${named}`);
  };
  const original = `${name.base}.${name.extension}`;
  await keep(original, file.read());
  const isPlain = picture === undefined || !isResized(type);
  if (isPlain) return filesOf(upload, { folder, original, made: NO_RENDITIONS });
  const { makeRenditions } = await import('../renditions/makeRenditions.ts');
  const made = await queue(() => makeRenditions(picture, { name, keep, signal }));
  return filesOf(upload, { folder, original, made });
};

const NO_RENDITIONS: Renditions = { used: undefined, sizes: {} };

interface UploadFiles {
  readonly folder: string;
  readonly original: string;
  readonly made: Renditions;
}

const filesOf = (
  { file, picture, type }: ValidUpload,
  { folder, original, made: { used, sizes } }: UploadFiles,
): StoredUpload['files'] => {
  const sides = used ?? picture;
  return {
    mimeType: type,
    file: {
      path: `${folder}/${used?.file ?? original}`,
      filesize: used?.filesize ?? file.size,
      ...(sides === undefined ? {} : { width: sides.width, height: sides.height }),
    },
    original: used === undefined ? null : original,
    sizes,
    picture: picture?.meta ?? null,
  };
};
