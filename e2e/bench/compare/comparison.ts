export interface Comparison {
  /** What this tree is compared with. */
  readonly commit: string;
  readonly pairs: number;
  /** Percent that a figure may be worse. */
  readonly within: number | undefined;
  /** Which benchmarks; none for all. */
  readonly benches: readonly string[];
}

interface Sent {
  readonly compare: string;
  readonly pairs: string;
  readonly within?: string | undefined;
}

/** With fewer, the interval says little. */
const FEWEST_PAIRS = 9;

/** What is asked on the command line. @throws RangeError for fewer than nine pairs, or no percentage */
export const comparisonOf = ({ compare, pairs, within }: Sent, benches: readonly string[]): Comparison => {
  const [number, percent] = [Number(pairs), within === undefined ? undefined : Number(within)];
  if (!(Number.isInteger(number) && number >= FEWEST_PAIRS))
    throw new RangeError(`--pairs takes ${FEWEST_PAIRS} or more, not ${pairs}`);
  if (percent !== undefined && !(percent >= 0 && percent < 100))
    throw new RangeError(`--within takes a percentage, not ${within}`);
  return { commit: compare, pairs: number, within: percent, benches };
};
