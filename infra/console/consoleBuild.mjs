/** Builds the console from `services/console` (docs/adr/0080) unless the result is that of its present sources. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The files that decide the result, below the repository. */
const SOURCES = ['services/console/*.{json,html,ts}', 'services/console/{src,public}/**/*', 'infra/sdk/client/*.js'];

const POLL_MS = 500;

const paths = (root) => {
  const folder = join(root, 'services/console');
  const work = join(folder, '.build');
  return {
    folder,
    work,
    built: join(folder, 'built'),
    digest: join(folder, 'built/digest.txt'),
    lock: join(work, 'lock'),
    problem: join(work, 'problem.txt'),
  };
};

/** Returns the digest of everything that decides the result. */
export const digestOfSources = (root = repository) => {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root }).filter((path) => statSync(join(root, path)).isFile());
  for (const path of files.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
};

/** True if the result exists and was built from the present sources. */
export const isConsoleCurrent = (root = repository) => {
  const { digest } = paths(root);
  return existsSync(digest) && readFileSync(digest, 'utf8') === digestOfSources(root);
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Takes the lock; false while another living process has it. */
const takeLock = (lock) => {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true });
    return false;
  }
};

/** Installs the packages of the console and runs Vite. */
const buildWithVite = async ({ folder, next, isInstalled }) => {
  if (!isInstalled) {
    const { ensureInstalled } = await import('../scripts/installation.mjs');
    if (ensureInstalled('services/console') !== 0) throw new Error('Its packages could not be installed.');
  }
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  const run = spawnSync(process.execPath, [vite, 'build', '--outDir', next, '--logLevel', 'warn'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  if (run.status !== 0) throw new Error(run.error?.message ?? run.stderr);
};

/** Writes the compressed forms of the files beside them. */
const compressFiles = (folder) => {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!/\.(?:js|css|svg)$/.test(name)) continue;
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
};

/** Puts the new result in the place of the former one. */
const replaceBuilt = ({ built, work, next }) => {
  const former = join(work, `former-${process.pid}`);
  if (existsSync(built)) renameSync(built, former);
  renameSync(next, built);
  rmSync(former, { recursive: true, force: true });
};

/**
 * Builds the console if its sources have changed. One process builds at a time; others wait for it.
 * A failure is written to `.build/problem.txt`, which the gateway shows instead of the console.
 * @param build writes the files of the console to a folder
 * @returns true if the result is that of the present sources
 */
export const ensureConsole = async ({ root = repository, isInstalled = false, build = buildWithVite } = {}) => {
  const { folder, work, built, lock, problem } = paths(root);
  if (isConsoleCurrent(root)) return true;
  mkdirSync(work, { recursive: true });
  while (!takeLock(lock)) await sleep(POLL_MS);
  const next = join(work, `next-${process.pid}`);
  try {
    if (isConsoleCurrent(root)) return true;
    rmSync(problem, { force: true });
    const digest = digestOfSources(root);
    await build({ folder, next, isInstalled });
    compressFiles(next);
    writeFileSync(join(next, 'digest.txt'), digest);
    replaceBuilt({ built, work, next });
    return true;
  } catch (error) {
    console.error(`The console could not be built: ${error.message}`);
    writeFileSync(problem, error.message);
    return false;
  } finally {
    rmSync(next, { recursive: true, force: true });
    rmSync(lock, { force: true });
  }
};
