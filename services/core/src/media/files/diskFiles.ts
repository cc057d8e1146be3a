import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { link, mkdir, open as openFolder, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '@almanac/i18n';
import { FileTakenError, isFilePath, type MediaFiles } from './mediaFiles.ts';

/** Files in a local folder. */
export interface DiskFiles extends MediaFiles {
  /** Folder of files that are still being written or received; it has no public address. */
  readonly incomplete: string;
}

/**
 * Stores files in a folder and creates the folder. A file is written to a temporary name and flushed, then linked to
 * its name. So a name never belongs to an incomplete file, and of two writers of a name one fails.
 */
export const createDiskFiles = (root: string): DiskFiles => {
  const incomplete = join(root, '.incomplete');
  mkdirSync(incomplete, { recursive: true });

  const diskPathOf = (path: string): string => {
    if (!isFilePath(path)) throw new Error(`${path} is no path of a stored file`);
    return join(root, path);
  };

  const put: MediaFiles['put'] = async (path, content) => {
    const diskPath = diskPathOf(path);
    const written = join(incomplete, randomUUID());
    await mkdir(dirname(diskPath), { recursive: true });
    try {
      const source = content instanceof Readable ? content : Readable.from([content]);
      await pipeline(source, createWriteStream(written, { flags: 'wx', flush: true }));
      await link(written, diskPath);
      await keepNames(dirname(diskPath));
    } catch (error) {
      throw codeOf(error) === 'EEXIST' ? new FileTakenError(path) : error;
    } finally {
      await rm(written, { force: true });
    }
  };

  const open: MediaFiles['open'] = async (path) => {
    const diskPath = diskPathOf(path);
    const found = await stat(diskPath).catch(nothingThere);
    if (found?.isFile() !== true) return undefined;
    return { size: found.size, storedAt: found.mtimeMs, read: (range) => createReadStream(diskPath, range) };
  };

  const tidy: MediaFiles['tidy'] = async (before) => {
    for (const name of await readdir(incomplete)) {
      const diskPath = join(incomplete, name);
      const found = await stat(diskPath).catch(nothingThere);
      if (found !== undefined && found.mtimeMs < before) await rm(diskPath, { force: true });
    }
  };

  return {
    incomplete,
    put,
    open,
    delete: (path) => rm(diskPathOf(path), { force: true }),
    exists: async (path) => (await open(path)) !== undefined,
    tidy,
  };
};

/** Flushes a folder so that new names survive a power cut. Systems that cannot open folders do this themselves. */
const keepNames = async (folder: string): Promise<void> => {
  const handle = await openFolder(folder, 'r').catch((error: unknown) => {
    if (codeOf(error) !== 'EISDIR' && codeOf(error) !== 'EPERM') throw error;
  });
  await handle?.sync();
  await handle?.close();
};

const nothingThere = (error: unknown): undefined => {
  if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(String(codeOf(error)))) throw error;
  return undefined;
};
