import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Restricts new files of this process to its user: folders 0700, files 0600. */
export const writePrivately = (): void => {
  process.umask(0o077);
};

const OWN = /^secret$|^secrets\.key$|\.sqlite(?:-\w+)?$/;
const OWN_FOLDERS: ReadonlySet<string> = new Set(['uploads', 'strings']);

/**
 * Creates the folder of a site's data if it is missing. Closes the site's files in it to other users of the machine. An
 * existing folder may contain other things than a site, and keeps its mode.
 */
export const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && OWN.test(entry.name)) chmodSync(join(folder, entry.name), 0o600);
    if (entry.isDirectory() && OWN_FOLDERS.has(entry.name)) chmodSync(join(folder, entry.name), 0o700);
  }
};
