import { type Delivery, isAfter } from './bus.ts';
import type { Checkpoint, LogPosition } from './checkpoint.ts';
import type { Time } from './time.ts';

export interface BufferedCheckpointOptions {
  readonly checkpoint: Checkpoint;
  readonly time: Time;
  /** Told where the mark stands, at first and with every step, before that is kept. */
  readonly reached: (logPosition: LogPosition) => void;
}

/** Steps after which the mark is kept even under way: a crash repeats at most these, and effects absorb them. */
const KEEP_EVERY = 500;
/** Milliseconds of work after which it is kept as well, so that other instances see it. */
const KEEP_WITHIN = 500;

/** A subscription's mark during one tenure: moved with every step, kept now and then, since a put a step is dear. */
export class BufferedCheckpoint {
  readonly #options: BufferedCheckpointOptions;
  #logPosition: LogPosition;
  #unkept = 0;
  #keptAt: number;

  /** @param place where the checkpoint stands */
  constructor(options: BufferedCheckpointOptions, logPosition: LogPosition) {
    this.#options = options;
    this.#logPosition = logPosition;
    this.#keptAt = options.time.now();
    options.reached(logPosition);
  }

  get logPosition(): LogPosition {
    return this.#logPosition;
  }

  isRepeat(delivery: Delivery): boolean {
    return !isAfter(delivery, this.#logPosition);
  }

  move(logPosition: LogPosition): void {
    this.#logPosition = logPosition;
    this.#unkept++;
    this.#options.reached(logPosition);
  }

  /** @throws StaleTermError */
  async keep(): Promise<void> {
    await this.#options.checkpoint.save(this.#logPosition);
    [this.#unkept, this.#keptAt] = [0, this.#options.time.now()];
  }

  /** Keeps it if that is due. @throws StaleTermError */
  async keepNowAndThen(): Promise<void> {
    if (this.#unkept === 0) return;
    if (this.#unkept >= KEEP_EVERY || this.#options.time.now() - this.#keptAt >= KEEP_WITHIN) await this.keep();
  }
}
