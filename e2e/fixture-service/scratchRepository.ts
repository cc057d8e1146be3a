import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyRepository } from '@almanac/infra/copy-repository';
import { root } from '../engines/root.ts';
import { withService } from './additions.ts';

const fixture = fileURLToPath(new URL('repository/', import.meta.url));

/** Exit status and output of a command. */
interface CommandResult {
  readonly status: number | null;
  readonly output: string;
}

/** A copy of the repository with the guest book added as docs/adding-a-service.md says. */
export interface ScratchRepository {
  readonly folder: string;
  /** Paths of hand-written files outside the service's folder. */
  readonly byHand: readonly string[];
  /** Runs a command in the copy to its end. */
  run(command: string, ...args: string[]): CommandResult;
  /** Returns the paths of files that differ from this repository. */
  changed(): string[];
  remove(): void;
}

/** Creates the copy from tracked and unignored files, with the packages of this repository. */
export const scratchRepository = (): ScratchRepository => {
  const folder = copyRepository(root);
  cpSync(fixture, folder, { recursive: true });
  const edited = withService(folder);
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

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));

const outside = (paths: readonly string[]): string[] => paths.filter((path) => !path.startsWith('services/'));

/** Links workspaces that are missing from this repository, as `npm install` would. */
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
