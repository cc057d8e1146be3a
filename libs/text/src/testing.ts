export { europeanWords } from './europeanWords.contract.ts';

const LONG = 100_000;
const SHORTER_BY = 4;
/** Milliseconds up to which a text counts as fast, without a comparison. */
const LITTLE_MS = 50;
/** If the short text is as fast, the long one is fast too, even with quadratic work. */
const LITTLE_SHORT_MS = LITTLE_MS / SHORTER_BY ** 2;
/** Maximum ratio of the work on a long text to that on short ones of the same total: 1 if linear, 4 if quadratic. */
const MAX_GROWTH = 2.5;
const ATTEMPTS = 5;

const elapsedMs = (work: () => unknown): number => {
  const before = performance.now();
  work();
  return performance.now() - before;
};

/** Measures the processor time of this thread, which many machines count in steps of 4 ms. */
const processorMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

/**
 * True if work on a text of up to 100 KB is fast, or takes time in proportion to the text's length.
 * @param textOf returns a text of about `length` letters
 */
export const growsWithLength = (work: (text: string) => unknown, textOf: (length: number) => string): boolean => {
  const [long, short] = [textOf(LONG), textOf(LONG / SHORTER_BY)];
  if (elapsedMs(() => work(short)) <= LITTLE_SHORT_MS) return true;
  const workOnShort = () => {
    for (let count = 0; count < SHORTER_BY; count += 1) work(short);
  };
  const leastMs = { long: processorMs(() => work(long)), short: Infinity };
  const isLinear = (): boolean => {
    leastMs.short = Math.min(leastMs.short, processorMs(workOnShort));
    leastMs.long = Math.min(
      leastMs.long,
      processorMs(() => work(long)),
    );
    return leastMs.long <= MAX_GROWTH * leastMs.short;
  };
  return leastMs.long <= LITTLE_MS || Array.from({ length: ATTEMPTS }).some(isLinear);
};

/** Repeats a unit to a length. */
export const repeated =
  (unit: string) =>
  (length: number): string =>
    unit.repeat(Math.ceil(length / unit.length));
