import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder; one that is not there holds none. What goes away meanwhile is left out. */
export const folderBytes = async (folder: string): Promise<number> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifGone([]));
  let bytes = 0;
  for (const file of found) {
    if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name)).catch(ifGone({ size: 0 }))).size;
  }
  return bytes;
};

const ifGone =
  <Instead>(instead: Instead) =>
  (error: NodeJS.ErrnoException): Instead => {
    if (error.code !== 'ENOENT') throw error;
    return instead;
  };
