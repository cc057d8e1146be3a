import { spawnSync } from 'node:child_process';
import { root } from './engines/root.ts';

/**
 * Expects that `ops verify` finds no faults: the logs of a stopped site are dense and its documents are folds.
 * @param folder data folder of the site
 * @returns output of the command
 */
export const expectVerified = (folder: string): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/cli/main.ts', 'ops', 'verify'], {
    cwd: root,
    env: { ...process.env, DATA: folder },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
};
