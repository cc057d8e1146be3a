/** Two measurements of the same figure, taken one right after the other. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

/** Ratio of `after` to `before`, with the bounds of its 95 % confidence interval. */
export interface PairedRatio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** Formats a ratio with its interval for printing. */
export const ratioText = ({ ratio, low, high }: PairedRatio): string =>
  `${ratio.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

/** 97.5 % quantiles of Student's t by degrees of freedom, from 1; the last one serves for all higher degrees. */
const T_QUANTILES = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/**
 * Returns the geometric mean of the pairs' ratios and the interval of the paired t-test on their logarithms. The speed
 * of the machine changes from pair to pair, but is the same within a pair and cancels.
 * @throws RangeError for fewer than two pairs, and for measurements that are not above 0
 */
export const pairedRatio = (pairs: readonly Pair[]): PairedRatio => {
  if (pairs.length < 2) throw new RangeError(`an interval needs two pairs, not ${pairs.length}`);
  const logs = pairs.map(({ before, after }) => Math.log(after / before));
  if (!logs.every(Number.isFinite)) throw new RangeError('a ratio needs measurements above 0');
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (logs.length - 1);
  const quantile = T_QUANTILES[Math.min(logs.length - 1, T_QUANTILES.length) - 1] as number;
  const half = quantile * Math.sqrt(variance / logs.length);
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
};

/**
 * True if the interval allows that the figure is at most `percent` worse than before.
 * @param isRate true if more is better
 */
export const isWithin = ({ low, high }: PairedRatio, percent: number, isRate: boolean): boolean =>
  isRate ? high >= 1 - percent / 100 : low <= 1 + percent / 100;
