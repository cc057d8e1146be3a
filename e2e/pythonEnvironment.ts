import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Cache folder for tools that are downloaded once for all runs. */
export const keptTools = join(homedir(), '.cache', 'almanac');

export interface PythonPackage {
  readonly name: string;
  readonly version: string;
  /** Packages that it imports without declaring them, with their versions: `beautifulsoup4==4.15.0`. */
  readonly undeclared?: readonly string[];
  /** Program of the package; if it exists, the package is installed. */
  readonly program: string;
  /** Folder of the environment; undefined for one in the cache folder. */
  readonly home: string | undefined;
}

/** Folder of an environment's programs, or the reason why it is missing. */
export type PythonEnvironment = { readonly programs: string } | { readonly reason: string };

/**
 * Returns the environment of a Python package, outside the repository. Creates it if it is missing, which needs Python
 * and its package index.
 */
export const pythonEnvironment = async (wanted: PythonPackage): Promise<PythonEnvironment> => {
  const { name, version, undeclared = [], program, home = join(keptTools, `${name}-${version}`) } = wanted;
  const programs = join(home, 'bin');
  if (existsSync(join(programs, program))) return { programs };
  try {
    await execute('python3', ['-m', 'venv', home]);
    const packages = [`${name}==${version}`, ...undeclared];
    await execute(join(programs, 'pip'), ['install', '--quiet', ...packages], { timeout: 300_000 });
    return { programs };
  } catch (error) {
    return { reason: `${name} cannot be installed: ${String(error).slice(0, 200)}` };
  }
};
