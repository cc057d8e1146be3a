export interface Regex {
  /** Counted from 1, as `column` is. */
  readonly line: number;
  readonly column: number;
  /** As the code writes it. */
  readonly code: string;
  /** Undefined, as `flags` is, for an expression that is composed while the code runs. */
  readonly source?: string;
  readonly flags?: string;
}

export interface ExaminedRegex extends Regex {
  readonly path: string;
  /** The expressions that it becomes while the code runs. */
  readonly compositions: readonly { readonly source: string; readonly flags: string }[];
}

export interface RegexException {
  readonly path: string;
  readonly code: string;
  readonly bound: string;
}

export function regexesIn(source: string): Regex[];
export function faultsOf(
  regexes: readonly ExaminedRegex[],
  exceptions: readonly RegexException[],
  complaintAbout: (source: string, flags: string) => string | undefined,
): string[];
