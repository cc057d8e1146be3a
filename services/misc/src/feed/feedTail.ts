import { type FeedPlace, isBehind } from './feedEvent.ts';
import type { FeedStore, PlacedEvent } from './feedStore.ts';

/** The newest events that are remembered. */
const KEPT = 5_000;
const PAGE = 500;

/** The feed as the streams of a process read it: new events are read once for all of them, older ones anew. */
export class FeedTail {
  readonly #store: FeedStore;
  /** All events after `#from`, in order. */
  #remembered: readonly PlacedEvent[] = [];
  #from: FeedPlace | undefined;
  #reading: Promise<void> | undefined;

  constructor(store: FeedStore) {
    this.#store = store;
  }

  /** Events after a place, at most some hundreds; none where the feed ends. */
  async after(place: FeedPlace): Promise<readonly PlacedEvent[]> {
    this.#from ??= place;
    if (isBehind(this.#from, place)) return this.#store.eventsAfter(place);
    const known = this.#known(place);
    if (known.length > 0) return known;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return this.#known(place);
  }

  #known(place: FeedPlace): readonly PlacedEvent[] {
    let [low, high] = [0, this.#remembered.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.#remembered[middle] as PlacedEvent;
      if (isBehind(found.place, place)) high = middle;
      else low = middle + 1;
    }
    return this.#remembered.slice(low, low + PAGE);
  }

  async #read(): Promise<void> {
    const end = this.#remembered.at(-1)?.place ?? (this.#from as FeedPlace);
    const all = [...this.#remembered, ...(await this.#store.eventsAfter(end))];
    const dropped = all.length - KEPT;
    if (dropped > 0) this.#from = all[dropped - 1]?.place;
    this.#remembered = dropped > 0 ? all.slice(dropped) : all;
  }
}
