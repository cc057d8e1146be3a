import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { wholeNumber } from './arguments.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface BenchOptions {
  readonly compare?: string;
  readonly pairs: number;
  readonly within?: string;
}

const USAGE =
  'Measures the site: each figure beside a limit or a peer of the same run or, with --compare, beside that of ' +
  'another commit. Figures are named as e2e/README.md names them; without a name all are measured.';

export const benchCommand = (program: Command): void => {
  program
    .command('bench')
    .summary('measure the site')
    .description(USAGE)
    .argument('[figure...]', 'append, start, events, imports, …')
    .option('--compare <commit>', 'measure that commit too, in turns')
    .option('--pairs <number>', 'how often both are measured', wholeNumber, 9)
    .option('--within <percent>', 'how much slower is no fault')
    .action(async (figures: readonly string[], { compare, pairs, within }: BenchOptions) => {
      const compared = compare === undefined ? [] : ['--compare', compare, '--pairs', String(pairs)];
      const bound = within === undefined ? [] : ['--within', within];
      process.exitCode = await ended(['e2e/bench/main.ts', ...figures, ...compared, ...bound]);
    });
};

/** Runs a benchmark as another process: benchmarks belong to another workspace and control the garbage collector. */
const ended = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--expose-gc', ...args], { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
    // A terminal signals both processes. This one waits for the last output of the other.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void child.kill(signal));
  });
