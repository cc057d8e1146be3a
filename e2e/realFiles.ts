import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { password, type SiteProcess } from './site.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where a file of other people's is looked for: in the folder that `REAL_FILES` names. */
export const realFile = (name: string): string => join(process.env.REAL_FILES ?? '', name);

/** A test that needs such a file; where it is missing, the skipped test's title says so. */
export const withRealFile = (name: string, title: string, test: (file: string) => Promise<void>): void => {
  const file = realFile(name);
  if (existsSync(file)) it(title, () => test(file));
  else it.skip(`${title}, skipped: REAL_FILES names no folder with ${name}`, () => test(file));
};

/** Imports a file as an operator does. Answers what the command printed. */
export const importFile = (site: SiteProcess, file: string): string => {
  const account = { ALMANAC_USER: 'admin', ALMANAC_PASSWORD: password('admin') };
  const args = ['infra/commands/main.ts', 'import', file, '--site', site.root];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env: { ...process.env, ...account } });
  return String(stdout);
};
