import { type FeedPlace, isBefore, START } from './feedEvent.ts';
import { erasedIn, erasureOf, type FeedStore, type PlacedEvent } from './feedStore.ts';

const MAX_REMEMBERED = 5_000;
const PAGE = 500;

/**
 * Shared reader of the feed for all streams of a process. New events are cached and read once; older ones are read each
 * time.
 */
export class FeedTail {
  readonly #store: FeedStore;
  /** Cached events: all after `#from`, in order. */
  #remembered: readonly PlacedEvent[] = [];
  #from = START;
  #reading: Promise<boolean> | undefined;

  constructor(store: FeedStore) {
    this.#store = store;
  }

  /** Restarts the cache at a position, before any stream reads: so reading on from the end loads no older events. */
  beginAt(place: FeedPlace): void {
    this.#from = place;
    this.#remembered = [];
  }

  /** Returns events after a position; empty at the end of the feed. Uncached events are limited to `blocks` blocks. */
  async after(place: FeedPlace, blocks: number): Promise<readonly PlacedEvent[]> {
    while (!isBefore(this.#from, place)) {
      const known = this.#known(place);
      if (known.length > 0 || !(await this.#readOn())) return known;
    }
    return this.#store.eventsAfter(place, blocks);
  }

  /** Reads new events into the cache; false if there were none. Concurrent callers share one read. */
  #readOn(): Promise<boolean> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  #known(place: FeedPlace): readonly PlacedEvent[] {
    let [low, high] = [0, this.#remembered.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.#remembered[middle];
      if (found !== undefined && isBefore(found.place, place)) high = middle;
      else low = middle + 1;
    }
    return this.#remembered.slice(low, low + PAGE);
  }

  async #read(): Promise<boolean> {
    const [before, from] = [this.#remembered, this.#from];
    const found = await this.#store.eventsAfter(before.at(-1)?.place ?? from);
    // the cache was restarted elsewhere during the read
    if (this.#from !== from) return true;
    const erasures = found.flatMap(({ kept }) => erasureOf(kept) ?? []);
    const all = erasedIn([...before, ...found], erasures);
    const lastDropped = all.at(-MAX_REMEMBERED - 1);
    if (lastDropped !== undefined) this.#from = lastDropped.place;
    this.#remembered = all.slice(-MAX_REMEMBERED);
    return found.length > 0;
  }
}
