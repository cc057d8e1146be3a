import { cpSync, existsSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Links the packages of a repository into its copy, including those of single workspaces. The links to workspaces are
 * copied unchanged, so that they lead to the copy's workspaces.
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
