import { cpSync, existsSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Gives a copy of the repository the packages of another one, those too that a workspace wants in a version of its own.
 * The links to workspaces are copied as they are, so that they lead to the copy's.
 */
export const linkPackages = (root: string, copy: string): void => {
  const ofWorkspaces = globSync('{gateway,infra,e2e,services/*,libs/*}/node_modules', { cwd: root });
  for (const packages of ['node_modules', ...ofWorkspaces]) {
    if (!existsSync(join(copy, dirname(packages)))) continue;
    mkdirSync(join(copy, packages), { recursive: true });
    for (const name of readdirSync(join(root, packages))) {
      const [from, to] = [join(root, packages, name), join(copy, packages, name)];
      if (name === '@almanac') cpSync(from, to, { recursive: true, verbatimSymlinks: true });
      else symlinkSync(from, to);
    }
  }
};
