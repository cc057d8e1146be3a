import type { Pair, PairedRatio } from './pairedRatio.ts';
import { createRandom } from './random.ts';

const RESAMPLES = 2_000;
const [LOW, HIGH] = [0.025, 0.975];

const quantileOf = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

/**
 * Returns the median of the pairs' ratios, with its 95 % bootstrap interval. A pair that something else on the machine
 * disturbed moves it less than the mean (`pairedRatio`).
 * @throws RangeError without pairs
 */
export const medianRatio = (pairs: readonly Pair[]): PairedRatio => {
  if (pairs.length === 0) throw new RangeError('a median needs a pair');
  const ratios = pairs.map(({ before, after }) => after / before);
  const random = createRandom();
  const medians = Array.from({ length: RESAMPLES }, () =>
    quantileOf(
      ratios.map(() => ratios[Math.floor(random() * ratios.length)] ?? Number.NaN),
      0.5,
    ),
  );
  return { ratio: quantileOf(ratios, 0.5), low: quantileOf(medians, LOW), high: quantileOf(medians, HIGH) };
};
