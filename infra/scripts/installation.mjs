/** Brings `node_modules` to what the lock file says, and tells whether it is so. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { neededOn, thisMachine } from './lockFile.mjs';

const OPTIONS = ['--no-audit', '--no-fund', '--loglevel=error'];

/** From nothing exactly what the lock file says; beside what is there only what is missing or of another version. */
const CLEAN = ['ci', ...OPTIONS];
const UPDATE = ['install', '--no-save', ...OPTIONS];

const npm = (folder, args) =>
  spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });

/** What the installed packages are made of: the lock file, and the machine that chose among the optional ones. */
const stateOf = (lockFile, machine) =>
  createHash('sha256').update(lockFile).update(JSON.stringify(machine)).digest('hex');

/** Why an installation is not what the lock file says; undefined where it is. */
const faultOf = ({ status, signal, error }, folder, needed) => {
  if (error !== undefined) return error.message;
  if (status !== 0) return `it ended with ${signal ?? status}`;
  const missing = needed.filter((path) => !existsSync(join(folder, path)));
  return missing.length === 0 ? undefined : `it left out ${missing.slice(0, 5).join(', ')}`;
};

/**
 * Installs unless the last whole installation was of this lock file; one that failed or left something out does not
 * count. Where one way of npm fails, the reason is printed and the other way is tried.
 * @param name a folder with a lock file of its own; the repository's without one
 * @param surroundings what stands in for the repository (`root`), npm (`run`), this machine and stderr (`print`)
 * @returns the exit code
 */
export const ensureInstalled = (
  name = '',
  {
    root = fileURLToPath(new URL('../..', import.meta.url)),
    run = npm,
    machine = thisMachine(),
    print = console.error,
  } = {},
) => {
  const folder = join(root, name);
  const mark = join(folder, 'node_modules/.installed');
  const lockFile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const state = stateOf(lockFile, machine);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === state) return 0;
  print('Installing dependencies (once, about a minute) …');
  rmSync(mark, { force: true });
  const needed = neededOn(machine, JSON.parse(lockFile));
  for (const way of existsSync(join(folder, 'node_modules')) ? [UPDATE, CLEAN] : [CLEAN, UPDATE]) {
    const fault = faultOf(run(folder, way), folder, needed);
    if (fault === undefined) {
      writeFileSync(mark, state);
      return 0;
    }
    print(`npm ${way[0]} has not installed all dependencies: ${fault}.`);
  }
  print('The dependencies are not installed; the next start tries again.');
  return 1;
};
