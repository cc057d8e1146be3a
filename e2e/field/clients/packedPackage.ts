import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keptTools } from '../../pythonEnvironment.ts';

const execute = promisify(execFile);

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** The folder of the package that is needed; the rest is not unpacked. */
  readonly folder: string;
}

/**
 * Unpacks a folder of an npm package into the cache folder, without the package's dependencies. Returns the root of the
 * package, or the reason why it is missing.
 */
export const packedPackage = async ({
  name,
  version,
  folder,
}: PackedPackage): Promise<{ readonly root: string } | { readonly reason: string }> => {
  const home = join(keptTools, `${name}-${version}`);
  const root = join(home, 'package');
  if (existsSync(join(root, folder))) return { root };
  const fresh = `${home}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    const packing = ['pack', `${name}@${version}`, '--silent', '--pack-destination', fresh];
    const { stdout } = await execute('npm', packing, { cwd: fresh, timeout: 300_000 });
    await execute('tar', ['-xzf', join(fresh, stdout.trim()), '-C', fresh, `package/${folder}`]);
    rmSync(join(fresh, stdout.trim()));
    renameSync(fresh, home);
    return { root };
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    return { reason: `${name} cannot be unpacked: ${String(error).slice(0, 200)}` };
  }
};
