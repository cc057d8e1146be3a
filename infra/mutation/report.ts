/** A fault that was put in, or would have been. */
export interface Mutant {
  readonly file: string;
  /** The line at which it begins, from 1. */
  readonly line: number;
  /** The original code and its replacement, each on one line. */
  readonly before: string;
  readonly after: string;
  /** In Stryker's words. */
  readonly status: string;
}

/** A fault that no test can or need see, and why. */
export interface Accepted extends Pick<Mutant, 'file' | 'before' | 'after'> {
  readonly reason: string;
}

/** A place in a file, lines and columns from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

const WIDTH = 160;

/** The lines that a fault changes, before and after, each as one line. */
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

/** The interval in which a share lies with 95 % confidence, after Wilson. */
export const intervalOf = (seen: number, of: number): readonly [number, number] => {
  if (of === 0) return [0, 1];
  const [z, share] = [1.96, seen / of];
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return [(middle - half) / (1 + z ** 2 / of), (middle + half) / (1 + z ** 2 / of)];
};

const isSame = (one: Accepted, { file, before, after }: Mutant): boolean =>
  one.file === file && one.before === before && one.after === after;

/**
 * What a scope's run says, as lines. Mutants that could not be run do not count, nor do accepted survivors.
 * @param all how many mutants the drawn ones were drawn from
 */
export const reportOf = (drawn: readonly Mutant[], all: number, accepted: readonly Accepted[]): string[] => {
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

/** Accepted survivors of the mutated files that no longer match anything there. */
export const staleIn = (accepted: readonly Accepted[], all: readonly Mutant[]): Accepted[] => {
  const files = new Set(all.map(({ file }) => file));
  return accepted.filter((one) => files.has(one.file) && !all.some((mutant) => isSame(one, mutant)));
};
