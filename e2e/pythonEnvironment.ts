import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Where tools are kept that are fetched once for all runs. */
export const keptTools = join(homedir(), '.cache', 'almanac');

export interface PythonPackage {
  readonly name: string;
  readonly version: string;
  /** A program that comes with it, by which it is known to be there. */
  readonly program: string;
  /** Another folder than one among the kept tools. */
  readonly home: string | undefined;
}

/** The folder of an environment's programs, or why it cannot be had. */
export type PythonEnvironment = { readonly programs: string } | { readonly reason: string };

/**
 * A Python package in an environment of its own outside the repository, made where it is missing: Python and its package
 * index are needed once.
 */
export const pythonEnvironment = async (wanted: PythonPackage): Promise<PythonEnvironment> => {
  const { name, version, program, home = join(keptTools, `${name}-${version}`) } = wanted;
  const programs = join(home, 'bin');
  if (existsSync(join(programs, program))) return { programs };
  try {
    await execute('python3', ['-m', 'venv', home]);
    await execute(join(programs, 'pip'), ['install', '--quiet', `${name}==${version}`], { timeout: 300_000 });
    return { programs };
  } catch (error) {
    return { reason: `${name} cannot be installed: ${String(error).slice(0, 200)}` };
  }
};
