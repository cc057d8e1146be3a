import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface BenchRun {
  /** Working tree whose benchmarks run on its own code. */
  readonly folder: string;
  readonly benches: readonly string[];
  /** Folder for temporary files of the benchmarks. */
  readonly temporary: string;
  readonly signal: AbortSignal;
}

/**
 * Runs benchmarks of a tree and returns their output.
 * @throws the signal's reason, after all their processes have ended; Error if they fail
 */
export const runBenches = async ({ folder, benches, temporary, signal }: BenchRun): Promise<string> => {
  signal.throwIfAborted();
  // a group of its own: the sites that they start are ended with them
  const child = spawn(process.execPath, ['--expose-gc', 'e2e/bench/main.ts', ...benches], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const end = () => process.kill(-(child.pid as number), 'SIGTERM');
  signal.addEventListener('abort', end);
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`the benchmarks in ${folder} failed (${code}):\n${printed}`);
  return printed;
};
