import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { comparedRows, comparedText, type RunPair } from './comparedRows.ts';
import type { Comparison } from './comparison.ts';
import { checkOut, commitNamed, removeCheckOut } from './otherCommit.ts';
import { printedRows } from './printedRows.ts';
import { runBenches } from './runBenches.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Runs benchmarks of another commit and of this working tree in turns, each by its own code, and prints each figure's
 * ratio with its interval. Removes its temporary files, also when it is interrupted.
 * @returns true if no figure is worse than `within` allows
 */
export const compareCommits = async ({ commit, pairs, within, benches }: Comparison): Promise<boolean> => {
  const other = commitNamed(root, commit);
  const temporary = mkdtempSync(join(tmpdir(), 'almanac-compare-'));
  const folder = join(temporary, 'other');
  const ending = new AbortController();
  const end = () => ending.abort(new Error('interrupted'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  try {
    checkOut(root, other, folder);
    const run = async (of: string) =>
      printedRows(await runBenches({ folder: of, benches, temporary, signal: ending.signal }));
    const runs: RunPair[] = [];
    for (let turn = 0; turn < pairs; turn++) {
      runs.push(
        await inTurn(
          turn % 2 === 0,
          () => run(folder),
          () => run(root),
        ),
      );
      console.log(`pair ${turn + 1} of ${pairs}`);
    }
    return printCompared(runs, { other, within });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    removeCheckOut(root, folder);
    rmSync(temporary, { recursive: true, force: true });
  }
};

/** Runs both trees; they take turns at being first, so that after-effects of a run favour neither. */
const inTurn = async <T>(isBeforeFirst: boolean, runBefore: () => Promise<T>, runAfter: () => Promise<T>) => {
  const early = isBeforeFirst ? await runBefore() : undefined;
  const after = await runAfter();
  return { before: early ?? (await runBefore()), after };
};

const printCompared = (
  runs: readonly RunPair[],
  { other, within }: { readonly other: string; readonly within: number | undefined },
): boolean => {
  const { rows, uncompared } = comparedRows(runs, within);
  console.log(
    `\nThis tree against ${other}: geometric mean of ${runs.length} paired ratios [95 % interval: paired t-test on their logarithms]`,
  );
  for (const row of rows) console.log(comparedText(row, within));
  for (const name of uncompared) console.log(`  ${name}: not in every run of both`);
  return rows.length > 0 && rows.every((row) => row.isWithin !== false);
};
