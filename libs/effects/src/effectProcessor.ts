import type { Entries } from '@almanac/documents';
import type { Log, Time } from '@almanac/messaging';
import { attempt } from './attempt.ts';
import { endOfEffect } from './effect.ts';
import type { EffectQueue, QueuedEffect } from './effectQueue.ts';
import { noteGivenUp } from './givenUp.ts';
import {
  type EffectHandler,
  type EffectsDefinition,
  isFinalRefusal,
  isPostponed,
  type PostponedError,
  RETRY_DELAYS_MS,
} from './handler.ts';
import type { EffectsObserver } from './observer.ts';

export interface EffectProcessorOptions {
  readonly definition: EffectsDefinition;
  readonly entries: Entries;
  readonly queue: EffectQueue;
  readonly observer: EffectsObserver;
  readonly now: () => Date;
  readonly time: Time;
  readonly log: Log;
  /** True if the process holds the lease now. A process that was paused checks this before it starts work. */
  readonly isLeased: () => boolean;
}

export interface Outcome {
  /** The time from which the effect may be tried again, milliseconds since the epoch; undefined if it left the queue. */
  readonly due?: number;
  /** True if the receiver took or refused the effect, false if the try failed, undefined if none was made. */
  readonly isAnswered?: boolean;
}

const MAX_REASON_LENGTH = 500;

/** Tries effects, and writes the outcome: done, retried, dead letter, or given up. */
export class EffectProcessor {
  readonly #options: EffectProcessorOptions;

  constructor(options: EffectProcessorOptions) {
    this.#options = options;
  }

  /**
   * Processes the first effect of a key.
   * @param stopping ends a try when the process stops
   * @throws the store's error; an error if the lease is lost
   */
  async process(queued: QueuedEffect, stopping: AbortSignal): Promise<Outcome> {
    const { queue, now, isLeased } = this.#options;
    const { effect, givenUp, reason } = queued;
    if (await queue.moveBehindDeadLetter(queued)) return {};
    if (givenUp) return this.#giveUp(queued, reason ?? '');
    if (now().getTime() >= endOfEffect(effect)) return this.#giveUp(queued, tooLate(queued));
    if (!isLeased()) throw new Error('the lease is lost');
    return this.#try(queued, stopping);
  }

  async #try(queued: QueuedEffect, stopping: AbortSignal): Promise<Outcome> {
    const { definition, queue, observer, now, time } = this.#options;
    const { effect } = queued;
    const begun = time.now();
    try {
      const handler = this.#handlerOf(effect.type) ?? unknownType(effect.type);
      await attempt(effect, handler, { name: definition.name, now, stopping });
    } catch (error) {
      if (stopping.aborted) return { due: now().getTime() };
      const took = time.now() - begun;
      if (isPostponed(error)) return { ...(await this.#postpone(queued, error, took)), isAnswered: false };
      return { ...(await this.#failed(queued, error, took)), isAnswered: isFinalRefusal(error) };
    }
    await queue.remove(queued);
    observer.settled(effect.type, 'done', time.now() - begun);
    return { isAnswered: true };
  }

  /** Postpones an effect, which does not count as a try. */
  async #postpone(queued: QueuedEffect, error: PostponedError, took: number): Promise<Outcome> {
    const { queue, observer, log, now } = this.#options;
    const reason = reasonOf(error);
    log.info({ ...this.#idsOf(queued), reason }, 'an outside effect was postponed');
    observer.settled(queued.effect.type, 'postponed', took);
    const due = Math.min(now().getTime() + error.wait, endOfEffect(queued.effect));
    await queue.change(queued, { reason, due });
    return { due };
  }

  async #failed(queued: QueuedEffect, error: unknown, took: number): Promise<Outcome> {
    const { queue, observer, log, now } = this.#options;
    const { effect } = queued;
    const tries = queued.tries + 1;
    const reason = reasonOf(error);
    log.warn({ ...this.#idsOf(queued), tries, error }, 'an outside effect failed');
    observer.settled(effect.type, 'failed', took);
    const wait = isFinalRefusal(error) ? undefined : this.#backOff(queued, tries);
    const due = now().getTime() + (wait ?? 0);
    if (wait === undefined || due >= endOfEffect(effect)) return this.#endTries({ ...queued, tries }, reason);
    await queue.change(queued, { tries, reason, due });
    return { due };
  }

  /** Returns the milliseconds before the next try; undefined after the last. With `until`, the last wait repeats. */
  #backOff({ effect: { type, until } }: QueuedEffect, tries: number): number | undefined {
    const waits = this.#waitsOf(type);
    return waits[tries - 1] ?? (until === undefined ? undefined : waits.at(-1));
  }

  async #endTries(queued: QueuedEffect, reason: string): Promise<Outcome> {
    const { queue, observer, log } = this.#options;
    const { effect } = queued;
    if (effect.until !== undefined || this.#handlerOf(effect.type)?.atLast === 'give-up')
      return this.#giveUp(queued, reason);
    await queue.moveToDeadLetters(queued, reason);
    observer.settled(effect.type, 'parked', 0);
    const message = 'an outside effect has become a dead letter, and blocks what follows with its key';
    log.error({ ...this.#idsOf(queued), reason }, message);
    return {};
  }

  /**
   * Marks an effect as given up, so that it is not retried; then notifies its handler and operators; then removes it.
   */
  async #giveUp(queued: QueuedEffect, reason: string): Promise<Outcome> {
    const { queue, entries, definition, observer, log, now } = this.#options;
    const { effect, tries } = queued;
    const marked = queued.givenUp ? queued : await queue.change(queued, { tries, reason, givenUp: true, due: 0 });
    if (marked === undefined) return { due: now().getTime() };
    try {
      await this.#handlerOf(effect.type)?.givenUp?.(effect, reason);
    } catch (error) {
      log.warn({ ...this.#idsOf(queued), error }, 'the report of a given-up outside effect is retried later');
      const due = now().getTime() + (this.#waitsOf(effect.type)[0] ?? 0);
      await queue.change(marked, { due });
      return { due };
    }
    await noteGivenUp(entries, definition.name, { effect, tries, reason, at: now() });
    await queue.remove(queued);
    observer.settled(effect.type, 'given-up', 0);
    log.error({ ...this.#idsOf(queued), tries, reason }, 'an outside effect was given up');
    return {};
  }

  #waitsOf(type: string): readonly number[] {
    return this.#handlerOf(type)?.waits ?? RETRY_DELAYS_MS;
  }

  #handlerOf(type: string): EffectHandler | undefined {
    const { handlers } = this.#options.definition;
    return Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  }

  /** Returns only the ids, for the log. */
  #idsOf({ effect }: QueuedEffect): object {
    const { type, receiver, id, source, position, n } = effect;
    return { effects: this.#options.definition.name, type, receiver, id, source, position, n };
  }
}

const unknownType = (type: string): EffectHandler => ({
  handle: async () => {
    throw new Error(`this release knows no effects of the type ${type}`);
  },
});

const reasonOf = (error: unknown): string => String(error).slice(0, MAX_REASON_LENGTH);

const tooLate = ({ effect, reason }: QueuedEffect): string =>
  `it was wanted until ${effect.until}${reason === null ? '' : `; before, ${reason}`}`;
