import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { password, type SiteProcess } from './site.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the path of a third-party file in the folder that `REAL_FILES` names. */
export const realFile = (name: string): string => join(process.env.REAL_FILES ?? '', name);

/** Defines a test that needs a third-party file; skips it if the file is missing and gives the reason in its title. */
export const withRealFile = (name: string, title: string, test: (file: string) => Promise<void>): void => {
  const file = realFile(name);
  if (existsSync(file)) it(title, () => test(file));
  else it.skip(`${title}, skipped: REAL_FILES names no folder with ${name}`, () => test(file));
};

/** Imports a file with the operator's command; returns its output. */
export const importFile = (site: SiteProcess, file: string): string => {
  const account = { ALMANAC_USER: 'admin', ALMANAC_PASSWORD: password('admin') };
  const args = ['infra/cli/main.ts', 'import', file, '--site', site.root];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env: { ...process.env, ...account } });
  return String(stdout);
};
