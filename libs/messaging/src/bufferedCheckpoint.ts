import { type Delivery, isAfter } from './bus.ts';
import type { Checkpoint, LogPosition } from './checkpoint.ts';
import type { Time } from './time.ts';

export interface BufferedCheckpointOptions {
  readonly checkpoint: Checkpoint;
  readonly time: Time;
  /** Called with the position, at first and after every step, before it is saved. */
  readonly reached: (logPosition: LogPosition) => void;
}

/**
 * Maximum number of steps without saving the checkpoint: a crash repeats at most these, and a repeated effect does
 * nothing.
 */
const KEEP_EVERY = 500;
/**
 * Maximum milliseconds of work without saving the checkpoint, so that other instances see the progress.
 */
const KEEP_WITHIN = 2_000;

/**
 * A subscription's checkpoint during one tenure of its lease. It moves with every step and is saved only sometimes,
 * because a write for each step would be expensive.
 */
export class BufferedCheckpoint {
  readonly #options: BufferedCheckpointOptions;
  #logPosition: LogPosition;
  #unkept = 0;
  #keptAt: number;

  /** @param logPosition the stored position of the checkpoint */
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

  /** @param steps the number of steps to the position */
  move(logPosition: LogPosition, steps = 1): void {
    this.#logPosition = logPosition;
    this.#unkept += steps;
    this.#options.reached(logPosition);
  }

  /** @throws StaleTermError if a later term has the checkpoint */
  async keep(): Promise<void> {
    await this.#options.checkpoint.save(this.#logPosition);
    [this.#unkept, this.#keptAt] = [0, this.#options.time.now()];
  }

  /** Saves the checkpoint if that is due. @throws StaleTermError if a later term has it */
  async keepNowAndThen(): Promise<void> {
    if (this.#unkept === 0) return;
    if (this.#unkept >= KEEP_EVERY || this.#options.time.now() - this.#keptAt >= KEEP_WITHIN) await this.keep();
  }
}
