export { europeanLetters, europeanWords } from './europeanWords.contract.ts';

const LONG = 100_000;
const SHORT = 25_000;
/** Milliseconds that no text is worth looking at closer for. */
const LITTLE = 60;
/** Four times the text is four times the work; sixteen times it would be if the work grew with the square. */
const MOST_GROWTH = 10;
/** A busy machine only ever adds to a measurement, so the least of many comes near the work itself. */
const ATTEMPTS = 12;

const milliseconds = (work: () => unknown): number => {
  const begun = performance.now();
  work();
  return performance.now() - begun;
};

/**
 * For specs: whether work on a text grows with its length alone, up to 100 KB of it. What is compared is the least time of
 * both lengths so far; processor time is no measure here, since many machines count it in steps of 4 ms.
 * @param textOf makes a text of about `length` letters
 */
export const growsWithLength = (work: (text: string) => unknown, textOf: (length: number) => string): boolean => {
  const [long, short] = [textOf(LONG), textOf(SHORT)];
  const least = { long: milliseconds(() => work(long)), short: Infinity };
  const isLinear = (): boolean => {
    least.short = Math.min(
      least.short,
      milliseconds(() => work(short)),
    );
    least.long = Math.min(
      least.long,
      milliseconds(() => work(long)),
    );
    return least.long <= Math.max(LITTLE, MOST_GROWTH * least.short);
  };
  return least.long <= LITTLE || Array.from({ length: ATTEMPTS }).some(isLinear);
};

/** Repeats a unit to a length. */
export const repeated =
  (unit: string) =>
  (length: number): string =>
    unit.repeat(Math.ceil(length / unit.length));
