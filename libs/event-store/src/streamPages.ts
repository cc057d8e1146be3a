import type { Event } from './event.ts';
import type { StreamEvent } from './eventStore.ts';

/** What of a stream is read at once. */
export interface StreamPage {
  readonly events: readonly StreamEvent[];
  /** More may follow. */
  readonly isFull: boolean;
}

/** A stream's events, of which each page is read when those before it have been taken. */
export const streamed = async function* <E extends Event>(
  from: number,
  read: (from: number) => Promise<StreamPage>,
): AsyncGenerator<StreamEvent<E>, void> {
  let [next, ended] = [from, false];
  while (!ended) {
    const { events, isFull } = await read(next);
    // who reads a stream knows of which types its events are
    yield* events as readonly StreamEvent<E>[];
    next = (events.at(-1)?.version ?? next) + 1;
    ended = !isFull;
  }
};
