import type { Entries } from '@almanac/documents';
import type { DeadLetters, Log } from '@almanac/messaging';
import { endOfEffect } from './effect.ts';
import type { EffectQueue, QueuedEffect } from './effectQueue.ts';
import type { Exclusively } from './exclusively.ts';
import { noteGivenUp } from './givenUp.ts';
import { type EffectHandler, type EffectsDefinition, type PostponedError, WAITS } from './handler.ts';
import { letterOf } from './letters.ts';
import type { EffectsObserver } from './observer.ts';

export interface SettlementOptions {
  readonly definition: EffectsDefinition;
  readonly entries: Entries;
  readonly queue: EffectQueue;
  readonly letters: DeadLetters;
  readonly exclusively: Exclusively;
  readonly now: () => Date;
  readonly log: Log;
  readonly observer: EffectsObserver;
}

/** How a try ended that did not succeed. */
export interface Failure {
  readonly error: unknown;
  /** Milliseconds. */
  readonly took: number;
  /** No further try is of use. */
  readonly isFinal: boolean;
}

const LONGEST_REASON = 500;

/** Writes what has become of effects. Each answers when the effect may be tried again; undefined when it has left the queue. */
export class Settlement {
  readonly #options: SettlementOptions;

  constructor(options: SettlementOptions) {
    this.#options = options;
  }

  async done(queued: QueuedEffect, took: number): Promise<undefined> {
    await this.#options.queue.remove(queued);
    this.#options.observer.settled(queued.effect.type, 'done', took);
  }

  /** Behind a dead letter of its key an effect waits for an operator; false when nothing blocks it. */
  async blocked(queued: QueuedEffect): Promise<boolean> {
    const { letters, queue, exclusively } = this.#options;
    const letter = letterOf(queued.effect);
    if (!letters.isBlocked(letter)) return false;
    // a replay in between would take the letter for one that is in the queue again, and drop it
    return exclusively(async () => {
      if (!(await letters.addBehind(letter))) return false;
      await queue.remove(queued);
      return true;
    });
  }

  async failed(queued: QueuedEffect, { error, took, isFinal }: Failure): Promise<number | undefined> {
    const { queue, observer, log, now } = this.#options;
    const { effect } = queued;
    const tries = queued.tries + 1;
    const reason = String(error).slice(0, LONGEST_REASON);
    log.warn({ ...whereabouts(this.#options.definition, queued), tries, error }, 'an outside effect failed');
    observer.settled(effect.type, 'failed', took);
    const wait = isFinal ? undefined : this.#waitBefore(effect, tries);
    const due = now().getTime() + (wait ?? 0);
    if (wait === undefined || due >= endOfEffect(effect)) return this.#atLast({ ...queued, tries }, reason);
    await queue.change(queued, { tries, reason, due });
    return due;
  }

  /** What may not be done for now waits; its tries are not used up by that. */
  async postponed(queued: QueuedEffect, error: PostponedError, took: number): Promise<number> {
    const { queue, observer, log, now } = this.#options;
    const reason = String(error).slice(0, LONGEST_REASON);
    log.info({ ...whereabouts(this.#options.definition, queued), reason }, 'an outside effect was postponed');
    observer.settled(queued.effect.type, 'postponed', took);
    const due = Math.min(now().getTime() + error.wait, endOfEffect(queued.effect));
    await queue.change(queued, { reason, due });
    return due;
  }

  /** Gives an effect up for good: nothing tries it from now on. */
  async giveUp(queued: QueuedEffect, reason: string): Promise<number | undefined> {
    const { queue, entries, definition, observer, log, now } = this.#options;
    const { effect, tries } = queued;
    const marked = queued.givenUp ? queued : await queue.change(queued, { tries, reason, givenUp: true, due: 0 });
    if (marked === undefined) return now().getTime();
    try {
      await this.#handlerOf(effect.type)?.givenUp?.(effect, reason);
    } catch (error) {
      log.warn(
        { ...whereabouts(definition, queued), error },
        'that an outside effect was given up is told again later',
      );
      const due = now().getTime() + (this.#waitsOf(effect.type)[0] ?? 0);
      await queue.change(marked, { due });
      return due;
    }
    await noteGivenUp(entries, definition.name, { effect, tries, reason, at: now() });
    await queue.remove(queued);
    observer.settled(effect.type, 'given-up', 0);
    log.error({ ...whereabouts(definition, queued), tries, reason }, 'an outside effect was given up');
    return undefined;
  }

  /** Undefined after the last try. Until a time that the effect names, the last wait is repeated. */
  #waitBefore({ type, until }: { type: string; until?: string | undefined }, tries: number): number | undefined {
    const waits = this.#waitsOf(type);
    return waits[tries - 1] ?? (until === undefined ? undefined : waits.at(-1));
  }

  async #atLast(queued: QueuedEffect, reason: string): Promise<number | undefined> {
    const { letters, queue, exclusively, observer, definition, log } = this.#options;
    const { effect } = queued;
    if (effect.until !== undefined || this.#handlerOf(effect.type)?.atLast === 'give-up')
      return this.giveUp(queued, reason);
    await exclusively(async () => {
      await letters.add(letterOf(effect), reason);
      await queue.remove(queued);
    });
    observer.settled(effect.type, 'parked', 0);
    const message = 'an outside effect has become a dead letter, and blocks what follows with its key';
    log.error({ ...whereabouts(definition, queued), reason }, message);
    return undefined;
  }

  #waitsOf(type: string): readonly number[] {
    return this.#handlerOf(type)?.waits ?? WAITS;
  }

  #handlerOf(type: string): EffectHandler | undefined {
    const { handlers } = this.#options.definition;
    return Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  }
}

/** Ids alone, for the log. */
const whereabouts = ({ name }: EffectsDefinition, { effect }: QueuedEffect): object => {
  const { type, receiver, id, source, position, n } = effect;
  return { effects: name, type, receiver, id, source, position, n };
};
