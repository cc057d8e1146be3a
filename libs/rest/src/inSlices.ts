import { setImmediate as nextTurn } from 'node:timers/promises';
import { countCharacters } from './answerSize.ts';
import { charactersOfView } from './sharedViews.ts';

/** Turns for other requests between two pieces of long work: about as many as a short request needs. */
const TURNS_BETWEEN = 4;

const passTurns = async (): Promise<void> => {
  for (let passed = 0; passed < TURNS_BETWEEN; passed++) await nextTurn();
};

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Lets other requests be answered. Each caller continues in its own turn of the event loop.
 * Slices of many requests in one turn would block others as long as one large piece of work.
 */
export const yieldToEventLoop = (): Promise<void> => {
  lastTurn = lastTurn.then(passTurns);
  return lastTurn;
};

/** Length of a text in characters, or of a body in bytes, from which its processing may take several milliseconds. */
const LONG_TEXT_LENGTH = 8_192;

/** True if the processing of a text may take several milliseconds. */
export const isLongText = (length: number): boolean => length >= LONG_TEXT_LENGTH;

/** Waits for a turn of the event loop without other long texts; resolves at once for a short text. */
export const waitForTurn = async (length: number): Promise<void> => {
  if (isLongText(length)) await yieldToEventLoop();
};

/**
 * Processes many records in slices, and lets other requests be answered after each slice.
 * An answer of thousands of records takes as long, but blocks nobody.
 * @param most records per slice: processing so many takes a few milliseconds
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

/** Milliseconds of work before other requests are answered. */
const TURN_MS = 10;

/**
 * Returns a pause for work of many small steps, to call between two of them.
 * The pause is undefined; after some milliseconds of work it is a promise, and other requests are answered first.
 */
export const createPause = (): (() => Promise<void> | undefined) => {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < TURN_MS) return undefined;
    return yieldToEventLoop().then(() => {
      begun = performance.now();
    });
  };
};

/** Number of records whose views are awaited together. */
const VIEWED_AT_ONCE = 10;

const counted = async <View>(make: () => View | Promise<View>): Promise<View> => {
  const view = await make();
  countCharacters(() => charactersOfView(view));
  return view;
};

/**
 * Returns a view of each record, in order, a few at a time; other requests are answered between two long ones.
 * @throws TooMuchReadError if the views have too many characters for one answer
 */
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
      const started = counted(() => view(item, index));
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
