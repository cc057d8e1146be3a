import type { ServiceName } from '@almanac/contracts';
import { isAfter } from '../bus.ts';
import type { Place } from '../checkpoint.ts';
import type { Consumer } from '../consumer.ts';
import type { Follower } from '../followLog.ts';
import type { KeptMark } from '../keptMark.ts';
import type { Time } from '../time.ts';
import type { Step } from './logTail.ts';

export interface SourceReaderOptions {
  readonly name: ServiceName;
  readonly mark: KeptMark;
  readonly consumer: Consumer;
  readonly time: Time;
}

/** Milliseconds of work after which the process's other work has its turn: stores may answer without waiting. */
const SLICE = 10;

/**
 * Reads one source's log for one subscription, during one tenure of its lease: maps each commit, brings its deliveries to
 * the consumer, then moves the mark. The mark is kept in quiet moments: what a crash repeats, effects absorb.
 */
export class SourceReader implements Follower<Step> {
  readonly #options: SourceReaderOptions;
  #after: number;

  constructor(options: SourceReaderOptions) {
    this.#options = options;
    this.#after = Math.max(0, options.mark.place.position - 1);
  }

  get place(): Place {
    return this.#options.mark.place;
  }

  get after(): number {
    return this.#after;
  }

  async round(signal: AbortSignal): Promise<void> {
    const { consumer, name } = this.#options;
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
    await this.#options.mark.keep();
  }

  /** Brings a commit's deliveries beyond the mark; true when the commit is done with. */
  async #consume({ end, deliveries }: Step, signal: AbortSignal): Promise<boolean> {
    const { mark, consumer } = this.#options;
    if (isAfter(end, mark.place)) {
      for (const delivery of deliveries().filter((one) => !mark.isRepeat(one))) {
        if (!(await consumer.consume(delivery, signal))) return false;
        mark.move({ ...end, n: delivery.n });
      }
      mark.move(end);
    }
    this.#after = end.position;
    await mark.keepNowAndThen();
    return true;
  }
}
