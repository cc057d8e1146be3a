import { setImmediate as nextTurn } from 'node:timers/promises';

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Lets others be answered. Each caller goes on in a turn of the event loop of its own: slices of many requests in one
 * turn would hold others up as long as one large piece of work does.
 */
export const yieldToEventLoop = (): Promise<void> => {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
};

/**
 * Does work over many records a slice at a time, and lets others be answered after each slice: an answer of
 * thousands of records takes as long, but holds nobody up.
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
    await yieldToEventLoop();
  }
  return results;
};

/** Records that are made into views at once: the longest of them take a millisecond each. */
const VIEWED_AT_ONCE = 10;

/** A view of each record, in their order, a few records at a time. */
export const viewsOf = async <Item, View>(
  items: readonly Item[],
  view: (item: Item, index: number) => View | Promise<View>,
): Promise<View[]> => {
  if (items.length <= VIEWED_AT_ONCE) return Promise.all(items.map(view));
  const indexed = items.map((item, index) => [item, index] as const);
  const slices = await inSlices(indexed, VIEWED_AT_ONCE, (slice) =>
    Promise.all(slice.map(([item, index]) => view(item, index))),
  );
  return slices.flat();
};

/** Milliseconds that work may take before others are answered. */
const TURN_MS = 10;

/**
 * Returns a pause for work of many small steps, which calls it between any two of them. The pause resolves at once;
 * after some milliseconds of work, others are answered first.
 */
export const createPause = (): (() => Promise<void>) => {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < TURN_MS) return;
    await yieldToEventLoop();
    begun = performance.now();
  };
};
