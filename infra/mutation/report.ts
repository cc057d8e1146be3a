/** A fault that a mutation run inserted, or could have inserted. */
export interface Mutant {
  readonly file: string;
  /** Its first line, from 1. */
  readonly line: number;
  /** The original code and its replacement, each on one line. */
  readonly before: string;
  readonly after: string;
  /** The status in Stryker's words. */
  readonly status: string;
}

/** A fault that tests cannot or need not find, with the reason. */
export interface AcceptedFault extends Pick<Mutant, 'file' | 'before' | 'after'> {
  readonly reason: string;
}

/** A place in a file, lines and columns from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

const WIDTH = 160;

/** Returns the lines that a fault changes, before and after, each joined to one line. */
export const changeOf = (
  source: string,
  { start, end }: { readonly start: SourcePosition; readonly end: SourcePosition },
  replacement: string,
): Pick<Mutant, 'before' | 'after'> => {
  const lines = source.split('\n');
  const head = lines[start.line - 1]?.slice(0, start.column - 1) ?? '';
  const tail = lines[end.line - 1]?.slice(end.column - 1) ?? '';
  const inner = lines
    .slice(start.line - 1, end.line)
    .join('\n')
    .slice(head.length, -tail.length || undefined);
  return { before: onOneLine(head + inner + tail), after: onOneLine(head + replacement + tail) };
};

const onOneLine = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= WIDTH ? line : `${line.slice(0, WIDTH)}…`;
};

/** Returns the 95 % confidence interval of a share (Wilson). */
export const intervalOf = (seen: number, of: number): readonly [number, number] => {
  if (of === 0) return [0, 1];
  const [z, share] = [1.96, seen / of];
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return [(middle - half) / (1 + z ** 2 / of), (middle + half) / (1 + z ** 2 / of)];
};

const isSame = (one: AcceptedFault, { file, before, after }: Mutant): boolean =>
  one.file === file && one.before === before && one.after === after;

/**
 * Returns the lines of a scope's report. Mutants that could not run and accepted survivors do not count.
 * @param all the number of mutants from which the sample was drawn
 */
export const reportOf = (drawn: readonly Mutant[], all: number, accepted: readonly AcceptedFault[]): string[] => {
  const having = (...statuses: string[]) => drawn.filter(({ status }) => statuses.includes(status));
  const unseen = having('Survived', 'NoCoverage');
  const survivors = unseen.filter((mutant) => !accepted.some((one) => isSame(one, mutant)));
  const [late, seen] = [having('Timeout').length, having('Killed', 'Timeout').length];
  const of = seen + survivors.length;
  const [low, high] = intervalOf(seen, of).map(percent);
  return [
    `${percent(seen / of)} % of ${of} faults were seen (95 % interval: ${low} to ${high} %)`,
    `drawn ${drawn.length} of ${all}; seen by a time limit ${late}, accepted ${unseen.length - survivors.length}, ` +
      `not to be run ${drawn.length - seen - unseen.length}`,
    ...survivors.flatMap(({ file, line, status, before, after }) => [
      `${file}:${line}${status === 'NoCoverage' ? ' (no test runs it)' : ''}`,
      `  - ${before}`,
      `  + ${after}`,
    ]),
  ];
};

const percent = (share: number): string => (100 * share).toFixed(1);

/** Returns accepted survivors in the mutated files that match no mutant any more. */
export const staleIn = (accepted: readonly AcceptedFault[], all: readonly Mutant[]): AcceptedFault[] => {
  const files = new Set(all.map(({ file }) => file));
  return accepted.filter((one) => files.has(one.file) && !all.some((mutant) => isSame(one, mutant)));
};
