import { type Delivery, isAfter } from './bus.ts';
import type { Checkpoint, Place } from './checkpoint.ts';
import type { Time } from './time.ts';

export interface KeptMarkOptions {
  readonly checkpoint: Checkpoint;
  readonly time: Time;
  /** Told where the mark stands, at first and with every step, before that is kept. */
  readonly reached: (place: Place) => void;
}

/** Steps after which the mark is kept even under way: a crash repeats at most these, and effects absorb them. */
const KEEP_EVERY = 500;
/** Milliseconds of work after which it is kept as well, so that other instances see it. */
const KEEP_WITHIN = 500;

/** A subscription's mark during one tenure: moved with every step, kept now and then, since a put a step is dear. */
export class KeptMark {
  readonly #options: KeptMarkOptions;
  #place: Place;
  #unkept = 0;
  #keptAt: number;

  /** @param place where the checkpoint stands */
  constructor(options: KeptMarkOptions, place: Place) {
    this.#options = options;
    this.#place = place;
    this.#keptAt = options.time.now();
    options.reached(place);
  }

  get place(): Place {
    return this.#place;
  }

  isRepeat(delivery: Delivery): boolean {
    return !isAfter(delivery, this.#place);
  }

  move(place: Place): void {
    this.#place = place;
    this.#unkept++;
    this.#options.reached(place);
  }

  /** @throws StaleTermError */
  async keep(): Promise<void> {
    await this.#options.checkpoint.save(this.#place);
    [this.#unkept, this.#keptAt] = [0, this.#options.time.now()];
  }

  /** Keeps it if that is due. @throws StaleTermError */
  async keepNowAndThen(): Promise<void> {
    if (this.#unkept === 0) return;
    if (this.#unkept >= KEEP_EVERY || this.#options.time.now() - this.#keptAt >= KEEP_WITHIN) await this.keep();
  }
}
