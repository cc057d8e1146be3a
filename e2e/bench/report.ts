/** A measured figure with its peer or limit of the same run; `goal` is the target of the ratio or figure. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  readonly against?: string;
  readonly ratio?: number;
  readonly goal?: string;
  readonly reached?: boolean;
}

const rows: Row[] = [];

/** Keeps and prints a row. */
export const report = (row: Row): void => {
  rows.push(row);
  const ratio = row.ratio === undefined ? '' : ` = ${row.ratio.toFixed(2)}`;
  const goal = row.goal === undefined ? '' : ` (goal ${row.goal}: ${row.reached ? 'reached' : 'missed'})`;
  console.log(
    `  ${row.what}: ${row.figure}${row.against === undefined ? '' : ` against ${row.against}`}${ratio}${goal}`,
  );
};

export const section = (title: string): void => console.log(`\n${title}`);

export const reported = (): readonly Row[] => rows;

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`;

/** Rounds to hundredths if tenths would be several percent. */
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

export const megabytes = (value: number): string => `${Math.round(value)} MB`;
