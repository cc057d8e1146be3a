/** A figure that a benchmark has printed. */
export interface PrintedRow {
  /** The section and what was measured; the same at every run, of other commits too. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** `  what: 1,234/s, p50 …`: a row of `report`, whose first figure is the one that is compared. */
const ROW = /^ {2}(\S.*?): ([\d,]+(?:\.\d+)?)(\/s| ms| s| MB)(?![a-z])/;
/** Sizes of answers change with what is answered. */
const SIZES = / \([\d,]+ bytes\)/;

/** The figures in what `npm run bench` printed. A commit is measured by its own benchmarks, of which this is all that is told. */
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

/** Whether more is better. */
export const isRate = ({ unit }: Pick<PrintedRow, 'unit'>): boolean => unit === '/s';
