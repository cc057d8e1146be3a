import { setImmediate as nextTurn } from 'node:timers/promises';

/** Turns for others between two pieces of long work: a short request goes through gateway and service in about so many. */
const TURNS_BETWEEN = 4;

const passTurns = async (): Promise<void> => {
  for (let passed = 0; passed < TURNS_BETWEEN; passed++) await nextTurn();
};

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Lets others be answered. Each caller goes on in a turn of the event loop of its own: slices of many requests in one
 * turn would hold others up as long as one large piece of work does.
 */
export const yieldToEventLoop = (): Promise<void> => {
  lastTurn = lastTurn.then(passTurns);
  return lastTurn;
};

/** Characters of a text, or bytes of a body, from which on work on it may take several milliseconds. */
const LONG_TEXT_LENGTH = 8_192;

/** Waits for a turn of the event loop that no other long text is worked on in; resolves at once for a short one. */
export const turnFor = async (length: number): Promise<void> => {
  if (length >= LONG_TEXT_LENGTH) await yieldToEventLoop();
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

/** Records whose views are waited for together. */
const VIEWED_AT_ONCE = 10;

/** A view of each record, in their order, a few records at a time; others are answered between two that take long. */
export const viewsOf = async <Item, View>(
  items: readonly Item[],
  view: (item: Item, index: number) => View | Promise<View>,
): Promise<View[]> => {
  const indexed = items.map((item, index) => [item, index] as const);
  let worked = 0;
  const viewSlice = async (slice: readonly (readonly [Item, number])[]): Promise<View[]> => {
    const views: Promise<View>[] = [];
    for (const [item, index] of slice) {
      const begun = performance.now();
      const started = (async () => view(item, index))();
      worked += performance.now() - begun;
      // a failure is reported with the whole slice
      started.catch(() => undefined);
      views.push(started);
      if (worked < TURN_MS) continue;
      worked = 0;
      await yieldToEventLoop();
    }
    return Promise.all(views);
  };
  if (items.length <= VIEWED_AT_ONCE) return viewSlice(indexed);
  return (await inSlices(indexed, VIEWED_AT_ONCE, viewSlice)).flat();
};
