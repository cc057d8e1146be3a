import type { ServiceName } from '@almanac/contracts';
import type { Commit } from '@almanac/event-store';
import {
  type BufferedCheckpoint,
  type DeadLetters,
  endOf,
  type Follower,
  type LogPosition,
  type Source,
} from '@almanac/messaging';
import { type Effect, effectsOf, type Wants } from './effect.ts';
import type { EffectQueue, QueuedEffect } from './effectQueue.ts';
import type { Exclusively } from './exclusively.ts';
import { letterOf } from './letters.ts';

export interface IntakeOptions {
  readonly name: string;
  readonly service: ServiceName;
  readonly wants: Wants;
  readonly source: Source;
  readonly checkpoint: BufferedCheckpoint;
  readonly queue: EffectQueue;
  readonly letters: DeadLetters;
  /** Takes what has been added to the queue. */
  readonly offer: (queued: QueuedEffect) => void;
  readonly exclusively: Exclusively;
}

/** Moves what commits want from the log to the queue; the checkpoint moves when it is there. */
export class EffectIntake implements Follower<Commit> {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  get logPosition(): LogPosition {
    return this.#options.checkpoint.logPosition;
  }

  get after(): number {
    return this.logPosition.position;
  }

  async take(commits: readonly Commit[]): Promise<boolean> {
    const last = commits.at(-1);
    if (last === undefined) return false;
    const { source, checkpoint, exclusively } = this.#options;
    const effects = commits.flatMap((commit) => effectsOf(this.#options, source, commit));
    await exclusively(async () => {
      const added = await this.enqueue(effects);
      checkpoint.move(endOf(source, last));
      // what is tried from now on must not be read from the log again
      if (effects.length > 0) await checkpoint.keep();
      for (const queued of added) this.#options.offer(queued);
    });
    await checkpoint.keepNowAndThen();
    return true;
  }

  async round(): Promise<void> {}

  keep(): Promise<void> {
    return this.#options.checkpoint.keep();
  }

  /** Adds effects to the queue, or to the dead letters of their key; answers those in the queue. */
  async enqueue(effects: readonly Effect[]): Promise<QueuedEffect[]> {
    const { letters, queue } = this.#options;
    const free: Effect[] = [];
    for (const effect of effects) {
      const letter = letterOf(effect);
      if (!letters.isBlocked(letter) || !(await letters.addBehind(letter))) free.push(effect);
    }
    return queue.add(free);
  }
}
