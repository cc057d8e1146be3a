import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { git } from './git.ts';
import { linkPackages } from './linkPackages.ts';

/** Returns the paths of the tracked files, and of those that are new and not ignored. */
const ownFiles = (root: string): string[] =>
  git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));

/**
 * Copies a repository with its changes to a temporary folder, as one commit of a repository of its own, and links the
 * packages. Returns the folder, which the caller removes.
 * @param edit changes the copy before the commit
 */
export const copyRepository = (root: string, edit: (folder: string) => void = () => undefined): string => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-scratch-'));
  for (const path of ownFiles(root)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), readFileSync(join(root, path)), { mode: statSync(join(root, path)).mode });
  }
  edit(folder);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'fixture');
  git(folder, 'config', 'user.email', 'fixture@example.test');
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'As it is');
  linkPackages(root, folder);
  return folder;
};
