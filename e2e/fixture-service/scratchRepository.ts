import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from '@almanac/infra/link-packages';
import { root } from '../engines/root.ts';
import { withService } from './additions.ts';

const fixture = fileURLToPath(new URL('repository/', import.meta.url));

/** What a command of the scratch repository came to. */
interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** A copy of the repository to which the guest book is added as docs/adding-a-service.md says. */
export interface ScratchRepository {
  readonly folder: string;
  /** What is written by hand outside the service's folder, by paths. */
  readonly byHand: readonly string[];
  /** Runs a command in it to the end. */
  run(command: string, ...args: string[]): Ended;
  /** The files that are otherwise than in this repository, by paths. */
  changed(): string[];
  remove(): void;
}

/** Makes the copy, of the files that git knows or would take, with the packages of this repository. */
export const scratchRepository = (): ScratchRepository => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-scratch-'));
  for (const path of ownFiles()) copy(join(root, path), join(folder, path));
  begin(folder);
  cpSync(fixture, folder, { recursive: true });
  const edited = withService(folder);
  linkPackages(root, folder);
  linkAdded(folder);
  const added = outside(filesBelow(fixture));
  return {
    folder,
    byHand: [...added, ...edited].sort(),
    changed: () =>
      git(folder, 'status', '--porcelain', '-uall')
        .split('\n')
        .flatMap((line) => line.slice(3) || []),
    run: (command, ...args) => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
      return { status, output: stdout + stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const git = (folder: string, ...args: string[]): string =>
  spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout;

const ownFiles = (): string[] =>
  git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));

/** What changes from here on is what is added. */
const begin = (folder: string): void => {
  git(folder, 'init', '--quiet');
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
  git(folder, 'add', '--all');
  git(
    folder,
    '-c',
    'user.name=fixture',
    '-c',
    'user.email=fixture@example.test',
    'commit',
    '--quiet',
    '-m',
    'As it is',
  );
};

const copy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from));
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));

const outside = (paths: readonly string[]): string[] => paths.filter((path) => !path.startsWith('services/'));

/** Links workspaces that this repository has not, as `npm install` would. */
const linkAdded = (folder: string): void => {
  for (const workspace of workspacesOf(folder)) {
    const { name } = JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8')) as { name: string };
    const link = join(folder, 'node_modules', name);
    if (!existsSync(link)) symlinkSync(join(folder, workspace), link);
  }
};

const workspacesOf = (folder: string): string[] => {
  const below = (parent: string) => readdirSync(join(folder, parent)).map((name) => `${parent}/${name}`);
  return ['gateway', 'infra', 'e2e', ...below('libs'), ...below('services')];
};
