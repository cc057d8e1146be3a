import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { linkPackages } from '@almanac/infra/link-packages';

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Returns the full hash of a commit. @throws Error if the repository has no such commit */
export const commitNamed = (root: string, name: string): string => {
  try {
    return git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  } catch {
    throw new Error(`${name} names no commit of this repository`);
  }
};

/** Checks a commit out into a folder, ready to run; packages are linked where both need the same ones, else installed. */
export const checkOut = (root: string, commit: string, folder: string): void => {
  git(root, 'worktree', 'add', '--detach', '--quiet', folder, commit);
  if (isSame(root, folder, 'package-lock.json')) linkPackages(root, folder);
  else installPackages(folder);
};

/** Removes a folder that `checkOut` created, even if it did not finish. */
export const removeCheckOut = (root: string, folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  git(root, 'worktree', 'prune');
};

const isSame = (left: string, right: string, file: string): boolean =>
  readFileSync(join(left, file), 'utf8') === readFileSync(join(right, file), 'utf8');

const installPackages = (folder: string): void => {
  console.log('Installing the packages of the other commit …');
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('the packages of the other commit cannot be installed');
};
