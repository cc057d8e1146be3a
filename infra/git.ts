import { spawnSync } from 'node:child_process';

const MAX_OUTPUT_BYTES = 256 * 2 ** 20;

/** Runs git in a folder; returns its output as it is. @throws Error with the output of a command that fails */
export const gitOutput = (folder: string, ...args: readonly string[]): Buffer => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
};

/** Runs git in a folder; returns its output as trimmed text. @throws as `gitOutput` */
export const git = (folder: string, ...args: readonly string[]): string =>
  gitOutput(folder, ...args)
    .toString('utf8')
    .trim();
