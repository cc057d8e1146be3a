/** A measured figure with its peer or limit of the same run; `goal` is the target of the ratio or figure. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  readonly against?: string;
  readonly ratio?: number;
  readonly goal?: string;
  readonly reached?: boolean;
  /** The ratio or figure before the work that has set the goal. */
  readonly before?: string;
}

/** A row with the heading under which it was reported. */
interface ReportedRow extends Row {
  readonly heading: string;
}

const rows: ReportedRow[] = [];
let heading = '';

/** Keeps a row for the table, and prints it as progress of a long run. */
export const report = (row: Row): void => {
  rows.push({ ...row, heading });
  const ratio = row.ratio === undefined ? '' : ` = ${row.ratio.toFixed(2)}`;
  const goal = row.goal === undefined ? '' : ` (goal ${row.goal}: ${row.reached ? 'reached' : 'missed'})`;
  console.log(
    `  ${row.what}: ${row.figure}${row.against === undefined ? '' : ` against ${row.against}`}${ratio}${goal}`,
  );
};

export const section = (title: string): void => {
  heading = title;
  console.log(`\n${title}`);
};

export const reported = (): readonly ReportedRow[] => rows;

const HEAD = ['what', 'figure', 'bare or limit', 'ratio', 'goal', '', 'before'] as const;

const cellsOf = ({ what, figure, against = '', ratio, goal = '', reached, before = '' }: Row): string[] => [
  what,
  figure,
  against,
  ratio === undefined ? '' : ratio.toFixed(2),
  goal,
  reached === undefined ? '' : reached ? 'reached' : 'missed',
  before,
];

/** Returns all reported rows as one table, each section under a line with its heading. */
export const reportTable = (): string => {
  const cells = new Map(rows.map((row) => [row, cellsOf(row)]));
  const widths = HEAD.map((_name, at) => Math.max(...[HEAD, ...cells.values()].map((each) => each[at]?.length ?? 0)));
  const line = (each: readonly string[]): string =>
    `| ${each.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const sections = Map.groupBy(rows, (row) => row.heading);
  const body = [...sections].flatMap(([title, of]) => [`| ${title}`, ...of.map((row) => line(cells.get(row) ?? []))]);
  return [line(HEAD), rule, ...body].join('\n');
};

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`;

/** Rounds to hundredths if tenths would be several percent. */
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

export const megabytes = (value: number): string => `${Math.round(value)} MB`;
