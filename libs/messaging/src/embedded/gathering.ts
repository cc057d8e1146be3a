import type { Time } from '../time.ts';
import { Wake } from '../wake.ts';

/** Milliseconds from one read of a log to the next while commits follow one another. */
const BETWEEN_READS_MS = 100;

/**
 * Lets a busy log's commits gather, so that a reader handles several of them in one round: one transaction, one block,
 * one set of queries. A commit after a pause is read at once, and so are all if a request waits for one of them.
 */
export class Gathering {
  readonly #time: Time;
  readonly #hurry: Wake;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(time: Time) {
    this.#time = time;
    this.#hurry = new Wake(time);
  }

  /** Resolves when the log is to be read. */
  async wait(signal: AbortSignal): Promise<void> {
    const rest = this.#readAt + BETWEEN_READS_MS - this.#time.now();
    if (rest > 0) await this.#hurry.wait(rest, signal);
    this.#hurry.forget();
    this.#readAt = this.#time.now();
  }

  /** Ends the wait. */
  hurry(): void {
    this.#hurry.call();
  }
}
