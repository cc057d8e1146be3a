import type { ServiceName } from '@almanac/contracts';
import type { BufferedCheckpoint } from '../bufferedCheckpoint.ts';
import { isAfter } from '../bus.ts';
import type { LogPosition } from '../checkpoint.ts';
import type { Consumer } from '../consumer.ts';
import type { Follower } from '../followLog.ts';
import type { Time } from '../time.ts';
import type { Step } from './logTail.ts';

export interface SourceReaderOptions {
  readonly name: ServiceName;
  readonly checkpoint: BufferedCheckpoint;
  readonly consumer: Consumer;
  readonly time: Time;
}

/** Milliseconds of work after which it yields to other work; a store that answers at once never would. */
const SLICE_MS = 10;

/** Maximum number of commits that are handled together, if the subscription can. */
const BATCH_SIZE = 32;

/**
 * Reads one source's log for one subscription, during one tenure of its lease. It maps each commit, passes its
 * deliveries to the consumer, then moves the checkpoint. The checkpoint is saved when idle: effects repeated after a
 * crash do nothing.
 */
export class SourceReader implements Follower<Step> {
  readonly #options: SourceReaderOptions;
  #after: number;
  /** Position up to which commits are handled one by one, because handling them together failed. */
  #apartUntil = 0;

  constructor(options: SourceReaderOptions) {
    this.#options = options;
    this.#after = Math.max(0, options.checkpoint.logPosition.position - 1);
  }

  get logPosition(): LogPosition {
    return this.#options.checkpoint.logPosition;
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
    let [next, yieldAt] = [0, time.now() + SLICE_MS];
    while (next < steps.length && !signal.aborted) {
      next += await this.#consumeSome(steps.slice(next, next + BATCH_SIZE), signal);
      if (time.now() < yieldAt) continue;
      await time.sleep(0, signal);
      yieldAt = time.now() + SLICE_MS;
    }
    return this.#after > before;
  }

  async keep(): Promise<void> {
    await this.#options.checkpoint.keep();
  }

  /** Handles all of them together, or else only the first; returns the number of handled commits. */
  async #consumeSome(steps: readonly Step[], signal: AbortSignal): Promise<number> {
    const [first, last] = [steps.at(0), steps.at(-1)];
    if (first === undefined || last === undefined) return 0;
    if (first.end.position > this.#apartUntil) {
      if (await this.#consumeTogether(steps)) return steps.length;
      this.#apartUntil = last.end.position;
    }
    await this.#consume(first, signal);
    return 1;
  }

  async #consumeTogether(steps: readonly Step[]): Promise<boolean> {
    const { checkpoint, consumer } = this.#options;
    const fresh = steps.filter(({ end }) => isAfter(end, checkpoint.logPosition));
    const read = async () => {
      const deliveries = await Promise.all(fresh.map((step) => step.deliveries()));
      return deliveries.flat().filter((one) => !checkpoint.isRepeat(one));
    };
    if (!(await consumer.consumeTogether(read))) return false;
    const [last, newest] = [steps.at(-1), fresh.at(-1)];
    if (newest !== undefined) checkpoint.move(newest.end, fresh.length);
    this.#after = last?.end.position ?? this.#after;
    await checkpoint.keepNowAndThen();
    return true;
  }

  /** Passes on those of a commit's deliveries that come after the checkpoint. */
  async #consume({ end, deliveries }: Step, signal: AbortSignal): Promise<void> {
    const { checkpoint, consumer } = this.#options;
    if (isAfter(end, checkpoint.logPosition)) {
      for (const delivery of (await deliveries()).filter((one) => !checkpoint.isRepeat(one))) {
        if (!(await consumer.consume(delivery, signal))) return;
        checkpoint.move({ ...end, n: delivery.n });
      }
      checkpoint.move(end);
    }
    this.#after = end.position;
    await checkpoint.keepNowAndThen();
  }
}
