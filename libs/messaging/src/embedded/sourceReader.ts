import type { ServiceName } from '@almanac/contracts';
import type { Commit } from '@almanac/event-store';
import { isAfter } from '../bus.ts';
import type { Checkpoint, Place } from '../checkpoint.ts';
import type { Consumer } from '../consumer.ts';
import type { DeadLetters } from '../deadLetters.ts';
import type { Follower } from '../followLog.ts';
import { deliveriesOf, endOf, type Source } from '../source.ts';

export interface SourceReaderOptions {
  readonly name: ServiceName;
  readonly source: Source;
  readonly checkpoint: Checkpoint;
  readonly consumer: Consumer;
  readonly letters: DeadLetters;
  /** Told of every step forward, before it is kept. */
  readonly reached: (place: Place) => void;
}

/** Commits after which the mark is kept even under way; a crash repeats at most these. */
const KEEP_EVERY = 200;

/**
 * Reads one source's log for one subscription, during one tenure of its lease: maps each commit, brings its deliveries to
 * the consumer, then moves the mark. The mark is kept in quiet moments: what a crash repeats, effects absorb.
 */
export class SourceReader implements Follower {
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

  async take(commits: readonly Commit[], signal: AbortSignal): Promise<boolean> {
    let moved = false;
    for (const commit of commits) {
      if (signal.aborted) return moved;
      moved = (await this.#consume(commit, signal)) || moved;
    }
    return moved;
  }

  async keep(): Promise<void> {
    await this.#options.checkpoint.save(this.#place);
    this.#unkept = 0;
  }

  /** Brings a commit's deliveries beyond the mark; true when the commit is done with. */
  async #consume(commit: Commit, signal: AbortSignal): Promise<boolean> {
    const { name, source, consumer } = this.#options;
    const end = endOf(source, commit);
    if (!isAfter(end, this.#place)) return false;
    for (const delivery of deliveriesOf(name, source, commit)) {
      if (!isAfter(delivery, this.#place)) continue;
      if (!(await consumer.consume(delivery, signal))) return false;
      this.#move({ ...end, n: delivery.n });
    }
    this.#move(end);
    this.#after = commit.position;
    if (++this.#unkept >= KEEP_EVERY) await this.keep();
    return true;
  }

  #move(place: Place): void {
    this.#place = place;
    this.#options.reached(place);
  }
}
