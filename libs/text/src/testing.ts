export { europeanWords } from './europeanWords.contract.ts';

const LONG = 100_000;
const SHORTER_BY = 4;
/** Milliseconds up to which no text is looked at closer. */
const LITTLE_MS = 50;
/** Up to here the short text shows that the long one takes little, even if the work grows with the square. */
const LITTLE_SHORT_MS = LITTLE_MS / SHORTER_BY ** 2;
/** The work on a long text against that on its length in short ones: 1 if it is linear, 4 if it grows with the square. */
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
 * True if work on a text of up to 100 KB takes little processor time, or time that grows with the length of the text alone.
 * @param textOf makes a text of about `length` letters
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
