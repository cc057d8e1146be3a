export interface Comparison {
  /** Commit that the working tree is compared with. */
  readonly commit: string;
  readonly pairs: number;
  /** Allowed worsening of a figure in percent. */
  readonly within: number | undefined;
  /** Names of the benchmarks to run; empty for all. */
  readonly benches: readonly string[];
}

interface ComparisonArgs {
  readonly compare: string;
  readonly pairs: string;
  readonly within?: string | undefined;
}

/** Minimum number of pairs; with fewer, the interval is too wide to be useful. */
const MIN_PAIRS = 9;

/** Parses the options of the command line. @throws RangeError for fewer than nine pairs or an invalid percentage */
export const comparisonOf = ({ compare, pairs, within }: ComparisonArgs, benches: readonly string[]): Comparison => {
  const [number, percent] = [Number(pairs), within === undefined ? undefined : Number(within)];
  if (!(Number.isInteger(number) && number >= MIN_PAIRS))
    throw new RangeError(`--pairs takes ${MIN_PAIRS} or more, not ${pairs}`);
  if (percent !== undefined && !(percent >= 0 && percent < 100))
    throw new RangeError(`--within takes a percentage, not ${within}`);
  return { commit: compare, pairs: number, within: percent, benches };
};
