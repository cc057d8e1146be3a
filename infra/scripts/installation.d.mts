import type { Machine } from './lockFile.d.mts';

interface Surroundings {
  readonly root?: string;
  readonly run?: (
    folder: string,
    args: readonly string[],
  ) => { readonly status: number | null; readonly signal: NodeJS.Signals | null };
  readonly machine?: Machine;
  readonly print?: (line: string) => void;
}

/** Installs unless the last whole installation was of this lock file; the exit code. */
export function ensureInstalled(folder?: string, surroundings?: Surroundings): number;
