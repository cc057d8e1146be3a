import type { ServiceName } from '@almanac/contracts';
import { isAfter } from '../bus.ts';
import type { Checkpoint, Place } from '../checkpoint.ts';
import type { Consumer } from '../consumer.ts';
import type { DeadLetters } from '../deadLetters.ts';
import type { Follower } from '../followLog.ts';
import type { Time } from '../time.ts';
import type { Step } from './logTail.ts';

export interface SourceReaderOptions {
  readonly name: ServiceName;
  readonly checkpoint: Checkpoint;
  readonly consumer: Consumer;
  readonly letters: DeadLetters;
  readonly time: Time;
  /** Told of every step forward, before it is kept. */
  readonly reached: (place: Place) => void;
}

/** Commits after which the mark is kept even under way; a crash repeats at most these. */
const KEEP_EVERY = 500;
/** Milliseconds of work after which the process's other work has its turn: stores may answer without waiting. */
const SLICE = 10;

/**
 * Reads one source's log for one subscription, during one tenure of its lease: maps each commit, brings its deliveries to
 * the consumer, then moves the mark. The mark is kept in quiet moments: what a crash repeats, effects absorb.
 */
export class SourceReader implements Follower<Step> {
  readonly #options: SourceReaderOptions;
  #place: Place;
  #after: number;
  #unkept = 0;

  /** @param place where the mark stands */
  constructor(options: SourceReaderOptions, place: Place) {
    this.#options = options;
    this.#place = place;
    this.#after = Math.max(0, place.position - 1);
    options.reached(place);
  }

  get place(): Place {
    return this.#place;
  }

  get after(): number {
    return this.#after;
  }

  async round(signal: AbortSignal): Promise<void> {
    const { letters, consumer, name } = this.#options;
    await letters.refresh(name);
    await consumer.replay(name, signal);
  }

  async take(steps: readonly Step[], signal: AbortSignal): Promise<boolean> {
    const { time } = this.#options;
    let [moved, yieldAt] = [false, time.now() + SLICE];
    for (const step of steps) {
      if (signal.aborted) return moved;
      moved = (await this.#consume(step, signal)) || moved;
      if (time.now() < yieldAt) continue;
      await time.sleep(0, signal);
      yieldAt = time.now() + SLICE;
    }
    return moved;
  }

  async keep(): Promise<void> {
    await this.#options.checkpoint.save(this.#place);
    this.#unkept = 0;
  }

  /** Brings a commit's deliveries beyond the mark; true when the commit is done with. */
  async #consume({ end, deliveries }: Step, signal: AbortSignal): Promise<boolean> {
    if (isAfter(end, this.#place)) {
      for (const delivery of deliveries().filter((one) => isAfter(one, this.#place))) {
        if (!(await this.#options.consumer.consume(delivery, signal))) return false;
        this.#move({ ...end, n: delivery.n });
      }
      this.#move(end);
    }
    this.#after = end.position;
    if (++this.#unkept >= KEEP_EVERY) await this.keep();
    return true;
  }

  #move(place: Place): void {
    this.#place = place;
    this.#options.reached(place);
  }
}
