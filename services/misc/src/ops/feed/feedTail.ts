import { type FeedPlace, isBehind, START } from './feedEvent.ts';
import { erasedIn, erasureOf, type FeedStore, type PlacedEvent } from './feedStore.ts';

const MAX_REMEMBERED = 5_000;
const PAGE = 500;

/** The feed as the streams of a process read it: new events are read once for all of them, older ones anew. */
export class FeedTail {
  readonly #store: FeedStore;
  /** All events after `#from`, in order. */
  #remembered: readonly PlacedEvent[] = [];
  #from = START;
  #reading: Promise<boolean> | undefined;

  constructor(store: FeedStore) {
    this.#store = store;
  }

  /** What it remembers begins here, where nobody reads yet: who reads on from the end waits for nothing older. */
  beginAt(place: FeedPlace): void {
    this.#from = place;
    this.#remembered = [];
  }

  /** Events after a place; none where the feed ends. Of what is not remembered, those of so many blocks. */
  async after(place: FeedPlace, blocks: number): Promise<readonly PlacedEvent[]> {
    while (!isBehind(this.#from, place)) {
      const known = this.#known(place);
      if (known.length > 0 || !(await this.#readOn())) return known;
    }
    return this.#store.eventsAfter(place, blocks);
  }

  /** False where there was nothing more; who asks meanwhile waits for the same. */
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
      if (found !== undefined && isBehind(found.place, place)) high = middle;
      else low = middle + 1;
    }
    return this.#remembered.slice(low, low + PAGE);
  }

  async #read(): Promise<boolean> {
    const [before, from] = [this.#remembered, this.#from];
    const found = await this.#store.eventsAfter(before.at(-1)?.place ?? from);
    // it begins elsewhere by now
    if (this.#from !== from) return true;
    const erasures = found.flatMap(({ kept }) => erasureOf(kept) ?? []);
    const all = erasedIn([...before, ...found], erasures);
    const lastDropped = all.at(-MAX_REMEMBERED - 1);
    if (lastDropped !== undefined) this.#from = lastDropped.place;
    this.#remembered = all.slice(-MAX_REMEMBERED);
    return found.length > 0;
  }
}
