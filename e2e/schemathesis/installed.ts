import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '4.32.5';

const execute = promisify(execFile);

/** Where Schemathesis is, or why it cannot be had. */
export type Installed = { readonly command: string } | { readonly reason: string };

/**
 * Schemathesis in an environment of its own outside the repository, made where it is missing: Python and its package
 * index are needed once. `SCHEMATHESIS_HOME` names another folder.
 */
export const installSchemathesis = async (): Promise<Installed> => {
  const home = process.env.SCHEMATHESIS_HOME ?? join(homedir(), '.cache', 'almanac', `schemathesis-${VERSION}`);
  const command = join(home, 'bin', 'schemathesis');
  if (existsSync(command)) return { command };
  try {
    await execute('python3', ['-m', 'venv', home]);
    await execute(join(home, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`], { timeout: 300_000 });
    return { command };
  } catch (error) {
    return { reason: `Schemathesis cannot be installed: ${String(error).slice(0, 200)}` };
  }
};
