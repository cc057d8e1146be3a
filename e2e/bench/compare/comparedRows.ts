import { isWithin, type PairedRatio, pairedRatio, ratioText } from './pairedRatio.ts';
import { isRate, type PrintedRow } from './printedRows.ts';

/** Rows printed by the benchmarks of both commits, one run right after the other. */
export interface RunPair {
  readonly before: readonly PrintedRow[];
  readonly after: readonly PrintedRow[];
}

export interface ComparedRow {
  readonly name: string;
  readonly unit: string;
  readonly pairs: number;
  readonly ratio: PairedRatio;
  /** True if the figure is within the allowed percentage; undefined if no percentage is set. */
  readonly isWithin: boolean | undefined;
}

export interface ComparisonTable {
  readonly rows: readonly ComparedRow[];
  /** Names of figures that are missing from some run. */
  readonly uncompared: readonly string[];
}

/** Compares every figure that all runs have. @param within allowed worsening in percent */
export const comparedRows = (runs: readonly RunPair[], within?: number): ComparisonTable => {
  const names = new Set(runs.flatMap(({ before, after }) => [...before, ...after].map(({ name }) => name)));
  const rows: ComparedRow[] = [];
  const uncompared: string[] = [];
  for (const name of names) {
    const pairs = runs.map(({ before, after }) => ({ before: figureOf(before, name), after: figureOf(after, name) }));
    const unit = runs[0]?.after.find((row) => row.name === name)?.unit;
    if (unit === undefined || pairs.some(({ before, after }) => !(before > 0 && after > 0))) uncompared.push(name);
    else {
      const ratio = pairedRatio(pairs);
      const verdict = within === undefined ? undefined : isWithin(ratio, within, isRate({ unit }));
      rows.push({ name, unit, pairs: pairs.length, ratio, isWithin: verdict });
    }
  }
  return { rows, uncompared };
};

const figureOf = (rows: readonly PrintedRow[], name: string): number =>
  rows.find((row) => row.name === name)?.value ?? Number.NaN;

/** Formats a compared row for printing. */
export const comparedText = ({ name, unit, ratio, isWithin: verdict }: ComparedRow, within?: number): string => {
  const better = isRate({ unit }) ? 'more is better' : 'less is better';
  const judged = verdict === undefined ? '' : `; within ${within} %: ${verdict ? 'yes' : 'no'}`;
  return `  ${name} (${unit}, ${better}): ${ratioText(ratio)}${judged}`;
};
