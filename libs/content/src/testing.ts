export { europeanLetters, europeanWords } from './europeanWords.contract.ts';

const LONG = 100_000;
const SHORT = 25_000;
/** Milliseconds of CPU time that no text is worth looking at closer for. */
const LITTLE = 60;
/** Four times the text is four times the work; sixteen times it would be if the work grew with the square. */
const MOST_GROWTH = 10;

/** The CPU time of this process, in ms: what else runs on the machine hardly counts. */
const cpuTime = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const fastest = (runs: number, work: () => unknown): number =>
  Math.min(...Array.from({ length: runs }, () => cpuTime(work)));

/** A busy machine spoils a measurement now and then; work that grows with the square fails all of them. */
const ATTEMPTS = 4;

/**
 * For specs: whether work on a text grows with its length alone, up to 100 KB of it.
 * @param textOf makes a text of about `length` letters
 */
export const growsWithLength = (work: (text: string) => unknown, textOf: (length: number) => string): boolean => {
  const [long, short] = [textOf(LONG), textOf(SHORT)];
  if (cpuTime(() => work(long)) <= LITTLE) return true;
  const isLinear = (): boolean => {
    const floor = LITTLE / MOST_GROWTH;
    return (
      fastest(2, () => work(long)) <=
      MOST_GROWTH *
        Math.max(
          floor,
          fastest(3, () => work(short)),
        )
    );
  };
  return Array.from({ length: ATTEMPTS }).some(isLinear);
};

/** Repeats a unit to a length. */
export const repeated =
  (unit: string) =>
  (length: number): string =>
    unit.repeat(Math.ceil(length / unit.length));
