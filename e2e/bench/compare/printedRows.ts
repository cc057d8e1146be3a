/** A figure printed by a benchmark. */
export interface PrintedRow {
  /** Section and name of the figure; the same in every run and at every commit. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** `  what: 1,234/s, p50 …`: a row of `report`; its first figure is compared. */
const ROW = /^ {2}(\S.*?): ([\d,]+(?:\.\d+)?)(\/s| ms| s| MB)(?![a-z])/;
/** Sizes of answers, which differ between commits and are removed from names. */
const SIZES = / \([\d,]+ bytes\)/;

/** Parses the output of `npm run bench`. Each commit runs its own benchmarks, so only their output is compared. */
export const printedRows = (printed: string): PrintedRow[] => {
  const rows: PrintedRow[] = [];
  let section = '';
  for (const line of printed.split('\n')) {
    const [, what, value, unit] = ROW.exec(line) ?? [];
    if (what !== undefined && value !== undefined && unit !== undefined)
      rows.push({
        name: `${section}: ${what.replace(SIZES, '')}`,
        value: Number(value.replaceAll(',', '')),
        unit: unit.trim(),
      });
    else if (/^\S/.test(line)) section = line;
  }
  return rows;
};

/** True if more is better: the figure is a rate. */
export const isRate = ({ unit }: Pick<PrintedRow, 'unit'>): boolean => unit === '/s';
