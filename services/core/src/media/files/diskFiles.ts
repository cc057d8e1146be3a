import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, link, mkdir, open as openFolder, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileTakenError, isFilePath, type MediaFiles } from './mediaFiles.ts';

/** Files still being written; no address leads there. */
const INCOMPLETE = '.incomplete';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Files in a folder of this machine. One is written beside the others and linked to its name once it is complete and on
 * the disk, so no name ever leads to half a file, and of two writers of a name one fails.
 */
export const createDiskFiles = (root: string): MediaFiles => {
  const placeOf = (path: string): string => {
    if (!isFilePath(path)) throw new Error(`${path} is no path of a stored file`);
    return join(root, path);
  };

  const put: MediaFiles['put'] = async (path, content) => {
    const place = placeOf(path);
    const incomplete = join(root, INCOMPLETE, randomUUID());
    await mkdir(dirname(incomplete), { recursive: true });
    await mkdir(dirname(place), { recursive: true });
    try {
      const source = content instanceof Readable ? content : Readable.from([content]);
      await pipeline(source, createWriteStream(incomplete, { flags: 'wx', flush: true }));
      await link(incomplete, place);
      await keepNames(dirname(place));
    } catch (error) {
      throw codeOf(error) === 'EEXIST' ? new FileTakenError(path) : error;
    } finally {
      await rm(incomplete, { force: true });
    }
  };

  const open: MediaFiles['open'] = async (path) => {
    const place = placeOf(path);
    const found = await stat(place).catch(nothingThere);
    if (found?.isFile() !== true) return undefined;
    return { size: found.size, storedAt: found.mtimeMs, read: (range) => createReadStream(place, range) };
  };

  return {
    put,
    open,
    delete: (path) => rm(placeOf(path), { force: true }),
    exists: (path) =>
      access(placeOf(path)).then(
        () => true,
        (error) => nothingThere(error) !== undefined,
      ),
  };
};

/** A name survives a power cut once its folder is on the disk; systems that open no folders see to that themselves. */
const keepNames = async (folder: string): Promise<void> => {
  const handle = await openFolder(folder, 'r').catch((error: unknown) => {
    if (codeOf(error) !== 'EISDIR' && codeOf(error) !== 'EPERM') throw error;
  });
  await handle?.sync();
  await handle?.close();
};

const nothingThere = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR' && codeOf(error) !== 'ENAMETOOLONG') throw error;
  return undefined;
};
