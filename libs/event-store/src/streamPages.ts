import type { Event } from './event.ts';
import type { StreamEvent } from './eventStore.ts';

/** One page of a stream. */
export interface StreamPage {
  readonly events: readonly StreamEvent[];
  /** True if more events may follow. */
  readonly isFull: boolean;
}

/** Yields a stream's events; reads each page after the caller has consumed the one before it. */
export const streamed = async function* <E extends Event>(
  from: number,
  read: (from: number) => Promise<StreamPage>,
): AsyncGenerator<StreamEvent<E>, void> {
  let [next, ended] = [from, false];
  while (!ended) {
    const { events, isFull } = await read(next);
    // the caller of a stream knows its event types
    yield* events as readonly StreamEvent<E>[];
    next = (events.at(-1)?.version ?? next) + 1;
    ended = !isFull;
  }
};
