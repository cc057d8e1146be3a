import type { ServiceName } from '@almanac/contracts';
import type { Records } from '@almanac/documents';
import { isAfter, type Mark } from './bus.ts';
import { type Place, readCheckpoint } from './checkpoint.ts';
import type { Time } from './time.ts';

/** Another instance's progress is looked up this often, ms. */
const LOOK = 25;

/** How far a subscription has come, here or, by its kept marks, in another instance. */
export class Progress {
  readonly #subscription: string;
  readonly #records: Records;
  readonly #time: Time;
  readonly #places = new Map<ServiceName, Place>();
  readonly #waiting = new Set<AbortController>();

  constructor(subscription: string, records: Records, time: Time) {
    this.#subscription = subscription;
    this.#records = records;
    this.#time = time;
  }

  /** Called with every step of a reader in this process. */
  move(source: ServiceName, place: Place): void {
    this.#places.set(source, place);
    for (const waiting of this.#waiting) waiting.abort('moved');
  }

  /** The furthest place known. */
  async place(source: ServiceName): Promise<Place> {
    const kept = await readCheckpoint(this.#records, `${this.#subscription}/${source}`);
    const here = this.#places.get(source);
    return here !== undefined && isAfter(here, kept) ? here : kept;
  }

  /** Whether the mark was reached within `timeout` ms. The mark is taken to be of the log's present epoch. */
  async reached(source: ServiceName, mark: Mark, timeout: number): Promise<boolean> {
    const until = this.#time.now() + timeout;
    for (;;) {
      const here = this.#places.get(source);
      if (here !== undefined && covers(here, mark)) return true;
      if (covers(await this.place(source), mark)) return true;
      const left = until - this.#time.now();
      if (left <= 0) return false;
      await this.#change(Math.min(left, LOOK));
    }
  }

  async #change(ms: number): Promise<void> {
    const moved = new AbortController();
    this.#waiting.add(moved);
    await this.#time.sleep(ms, moved.signal);
    this.#waiting.delete(moved);
  }
}

const covers = (place: Mark, mark: Mark): boolean =>
  place.position === mark.position ? place.n >= mark.n : place.position > mark.position;
