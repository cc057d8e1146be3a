import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What this process makes from now on is its user's alone: folders 0700, files 0600. */
export const writePrivately = (): void => {
  process.umask(0o077);
};

const OWN = /^secret$|^secrets\.key$|\.sqlite(?:-\w+)?$/;
const OWN_FOLDERS: ReadonlySet<string> = new Set(['uploads', 'strings']);

/**
 * Makes a folder for a site's data where it is missing, and takes what is the site's in it from other users of the
 * machine. A folder that was there may hold more than a site, and keeps its mode.
 */
export const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && OWN.test(entry.name)) chmodSync(join(folder, entry.name), 0o600);
    if (entry.isDirectory() && OWN_FOLDERS.has(entry.name)) chmodSync(join(folder, entry.name), 0o700);
  }
};
