import { spawnSync } from 'node:child_process';
import { root } from './engines/root.ts';

/**
 * Expects that the logs of a stopped site are dense and its documents the folds of their events, as an operator sees it.
 * @param folder its data
 * @returns what the command says
 */
export const expectVerified = (folder: string): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/commands/main.ts', 'ops', 'verify'], {
    cwd: root,
    env: { ...process.env, DATA: folder },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
};
