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

/** So many commits are handled together, where the subscription can. */
const TOGETHER = 32;

/**
 * Reads one source's log for one subscription, during one tenure of its lease: maps each commit, brings its deliveries to
 * the consumer, then moves the mark. The mark is kept in quiet moments: what a crash repeats, effects absorb.
 */
export class SourceReader implements Follower<Step> {
  readonly #options: SourceReaderOptions;
  #after: number;
  /** Up to this position commits are taken one by one, since together they failed. */
  #apartUntil = 0;

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
    const before = this.#after;
    let [next, yieldAt] = [0, time.now() + SLICE];
    while (next < steps.length && !signal.aborted) {
      next += await this.#consumeSome(steps.slice(next, next + TOGETHER), signal);
      if (time.now() < yieldAt) continue;
      await time.sleep(0, signal);
      yieldAt = time.now() + SLICE;
    }
    return this.#after > before;
  }

  async keep(): Promise<void> {
    await this.#options.mark.keep();
  }

  /** All of them together, or else the first; answers how many commits that were. */
  async #consumeSome(steps: readonly Step[], signal: AbortSignal): Promise<number> {
    const [first, last] = [steps[0] as Step, steps.at(-1) as Step];
    if (first !== last && first.end.position > this.#apartUntil) {
      if (await this.#consumeTogether(steps)) return steps.length;
      this.#apartUntil = last.end.position;
    }
    await this.#consume(first, signal);
    return 1;
  }

  async #consumeTogether(steps: readonly Step[]): Promise<boolean> {
    const { mark, consumer } = this.#options;
    const fresh = steps.filter(({ end }) => isAfter(end, mark.place));
    const read = () => fresh.flatMap((step) => step.deliveries()).filter((one) => !mark.isRepeat(one));
    if (!(await consumer.consumeTogether(read))) return false;
    for (const { end } of fresh) mark.move(end);
    this.#after = (steps.at(-1) as Step).end.position;
    await mark.keepNowAndThen();
    return true;
  }

  /** Brings a commit's deliveries beyond the mark. */
  async #consume({ end, deliveries }: Step, signal: AbortSignal): Promise<void> {
    const { mark, consumer } = this.#options;
    if (isAfter(end, mark.place)) {
      for (const delivery of deliveries().filter((one) => !mark.isRepeat(one))) {
        if (!(await consumer.consume(delivery, signal))) return;
        mark.move({ ...end, n: delivery.n });
      }
      mark.move(end);
    }
    this.#after = end.position;
    await mark.keepNowAndThen();
  }
}
