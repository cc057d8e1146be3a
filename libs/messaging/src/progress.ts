import type { ServiceName } from '@almanac/contracts';
import type { Records } from '@almanac/documents';
import { isAfter, type KeyedMark, type Mark } from './bus.ts';
import { markId, type Place, readCheckpoint } from './checkpoint.ts';
import type { Time } from './time.ts';

export interface ProgressOptions {
  readonly subscription: string;
  readonly records: Records;
  readonly time: Time;
  /** In which partition of its source a key's events are; none where sources have no partitions. */
  readonly partitionOf?: (key: string) => number;
}

/** Another instance's progress is looked up this often, ms. */
const LOOK = 25;

/** How far a subscription has come, here or, by its kept marks, in another instance. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #places = new Map<string, Place>();
  readonly #waiting = new Set<AbortController>();

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  /** Called with every step of a reader in this process. */
  move(source: ServiceName, place: Place, partition?: number): void {
    this.#places.set(markId(this.#options.subscription, source, partition), place);
    for (const waiting of this.#waiting) waiting.abort('moved');
  }

  /** The furthest place known. */
  place(source: ServiceName): Promise<Place> {
    return this.#furthest(markId(this.#options.subscription, source));
  }

  /** Whether the mark was reached within `timeout` ms. The mark is taken to be of the log's present epoch. */
  async reached(source: ServiceName, mark: KeyedMark, timeout: number): Promise<boolean> {
    const { subscription, time, partitionOf } = this.#options;
    const id = markId(subscription, source, partitionOf?.(mark.key));
    const until = time.now() + timeout;
    for (;;) {
      const here = this.#places.get(id);
      if (here !== undefined && covers(here, mark)) return true;
      if (covers(await this.#furthest(id), mark)) return true;
      const left = until - time.now();
      if (left <= 0) return false;
      await this.#change(Math.min(left, LOOK));
    }
  }

  async #furthest(id: string): Promise<Place> {
    const kept = await readCheckpoint(this.#options.records, id);
    const here = this.#places.get(id);
    return here !== undefined && isAfter(here, kept) ? here : kept;
  }

  async #change(ms: number): Promise<void> {
    const moved = new AbortController();
    this.#waiting.add(moved);
    await this.#options.time.sleep(ms, moved.signal);
    this.#waiting.delete(moved);
  }
}

const covers = (place: Mark, mark: Mark): boolean =>
  place.position === mark.position ? place.n >= mark.n : place.position > mark.position;
