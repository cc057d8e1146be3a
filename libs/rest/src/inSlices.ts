import { setImmediate as breathe } from 'node:timers/promises';

/**
 * Does work over many records a slice at a time, and lets others be answered after each slice: an answer of thousands of
 * records takes as long, but holds nobody up.
 * @param most records of a slice: what is done at once with so many takes a few milliseconds
 */
export const inSlices = async <Item, Result>(
  items: readonly Item[],
  most: number,
  work: (slice: readonly Item[]) => Result | Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += most) {
    results.push(await work(items.slice(from, from + most)));
    await breathe();
  }
  return results;
};
