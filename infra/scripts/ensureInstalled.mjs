/**
 * Installs the dependencies when they are missing or older than the lock file, so that a fresh clone just works; those of
 * a folder outside the workspaces where one is named.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [folder = ''] = process.argv.slice(2);
const root = fileURLToPath(new URL(`../../${folder && `${folder}/`}`, import.meta.url));

const changedAt = (file) => statSync(`${root}${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.log('Installing dependencies (once, about a minute) …');
  // not `npm ci`: it refuses a lock file made where a registry lacks other platforms' optional packages
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
