import type { ServiceName } from '@almanac/contracts';
import type { Commit } from '@almanac/event-store';
import { isAfter } from '../bus.ts';
import type { Checkpoint, Place } from '../checkpoint.ts';
import type { Consumer } from '../consumer.ts';
import type { DeadLetters } from '../deadLetters.ts';
import { deliveriesOf, endOf, type Source, verifyPlace } from '../source.ts';
import type { Time } from '../time.ts';
import { Wake } from '../wake.ts';

export interface SourceReaderOptions {
  readonly name: ServiceName;
  readonly source: Source;
  readonly checkpoint: Checkpoint;
  readonly consumer: Consumer;
  readonly letters: DeadLetters;
  readonly time: Time;
  /** The longest wait between two looks at the log, ms. */
  readonly poll: number;
  /** Told of every step forward, before it is kept. */
  readonly reached: (place: Place) => void;
}

/** Commits after which the mark is kept even under way; a crash repeats at most these. */
const KEEP_EVERY = 200;
/** A quiet moment, ms, after which the mark is kept. */
const QUIET = 200;

/**
 * Reads one source's log for one subscription, during one tenure of its lease: maps each commit, brings its deliveries to
 * the consumer, then moves the mark. The mark is kept in quiet moments: what a crash repeats, effects absorb.
 */
export class SourceReader {
  readonly #options: SourceReaderOptions;
  readonly #wake: Wake;
  #place: Place;
  /** The position after which to read on; the mark may stand within the commit that follows. */
  #after: number;
  #unkept = 0;
  #refreshAt = Number.NEGATIVE_INFINITY;

  /** @param place where the mark stands */
  constructor(options: SourceReaderOptions, place: Place) {
    this.#options = options;
    this.#wake = new Wake(options.time);
    this.#place = place;
    this.#after = Math.max(0, place.position - 1);
  }

  /**
   * Reads until the signal comes; then the delivery in hand is finished and the mark kept.
   * @throws LogContradictedError, LogGapError, StaleTermError
   */
  async run(signal: AbortSignal): Promise<void> {
    const { name, source } = this.#options;
    await verifyPlace(name, source, this.#place);
    this.#options.reached(this.#place);
    const unsubscribe = source.store.onAppend(() => this.#wake.call());
    try {
      while (!signal.aborted) await this.#turn(signal);
    } finally {
      unsubscribe();
      await this.#keep();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    await this.#replay(signal);
    const commits = await this.#options.source.store.readLog(this.#after);
    let moved = false;
    for (const commit of commits) moved = (await this.#consume(commit, signal)) || moved;
    if (moved || signal.aborted) return;
    if (await this.#wake.wait(QUIET, signal)) return;
    await this.#keep();
    await this.#wake.wait(this.#options.poll, signal);
  }

  /** Looks for commands to try parked deliveries again, about once a poll. */
  async #replay(signal: AbortSignal): Promise<void> {
    const { letters, consumer, time, poll, name } = this.#options;
    if (time.now() < this.#refreshAt) return;
    this.#refreshAt = time.now() + poll;
    await letters.refresh(name);
    await consumer.replay(name, signal);
  }

  /** Brings a commit's deliveries beyond the mark; true when the mark has moved. */
  async #consume(commit: Commit, signal: AbortSignal): Promise<boolean> {
    const { name, source, consumer } = this.#options;
    const end = endOf(source, commit);
    if (signal.aborted || !isAfter(end, this.#place)) return false;
    for (const delivery of deliveriesOf(name, source, commit)) {
      if (!isAfter(delivery, this.#place)) continue;
      if (!(await consumer.consume(delivery, signal))) return false;
      this.#move({ ...end, n: delivery.n });
    }
    this.#move(end);
    this.#after = commit.position;
    if (++this.#unkept >= KEEP_EVERY) await this.#keep();
    return true;
  }

  #move(place: Place): void {
    this.#place = place;
    this.#options.reached(place);
  }

  async #keep(): Promise<void> {
    await this.#options.checkpoint.save(this.#place);
    this.#unkept = 0;
  }
}
