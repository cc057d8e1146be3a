import type { ServiceName } from '@almanac/contracts';
import type { Delivery } from '@almanac/messaging';
import { type DeadLetters, followLog, type Log, type Source, type Time, type Wake } from '@almanac/messaging';
import { attempt } from './attempt.ts';
import { type Effect, endOfEffect } from './effect.ts';
import type { EffectIntake } from './effectIntake.ts';
import type { EffectMailbox } from './effectMailbox.ts';
import type { EffectQueue, QueuedEffect } from './effectQueue.ts';
import type { Exclusively } from './exclusively.ts';
import { type EffectHandler, type EffectsDefinition, isFinalRefusal, isPostponed } from './handler.ts';
import { effectOfLetter } from './letters.ts';
import { ReceiverQueue } from './receiverQueue.ts';
import type { Settlement } from './settlement.ts';

export interface EffectWorkerOptions {
  readonly definition: EffectsDefinition;
  readonly source: Source;
  /** The services whose events want effects. */
  readonly origins: readonly ServiceName[];
  readonly queue: EffectQueue;
  readonly mailbox: EffectMailbox;
  readonly letters: DeadLetters;
  readonly settlement: Settlement;
  readonly now: () => Date;
  readonly time: Time;
  readonly log: Log;
  readonly poll: number;
  readonly grace: number;
  readonly wake: Wake;
  readonly exclusively: Exclusively;
  /** Whether the lease is held now: a process that was paused begins nothing before it knows. */
  readonly held: () => boolean;
}

const CONCURRENCY = 4;

/** Does the effects of one definition during a tenure of its lease. */
export class EffectWorker {
  readonly #options: EffectWorkerOptions;
  readonly #receivers = new Map<string, ReceiverQueue>();
  readonly #stopping = new AbortController();
  readonly #ending = new AbortController();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: EffectWorkerOptions) {
    this.#options = options;
  }

  readonly offer = (queued: QueuedEffect): void => this.#receiver(queued.effect.receiver, false).offer(queued);

  /** Works until the signal comes; then it lets the tries that are under way end. @throws what the store throws */
  async serve(intake: EffectIntake, signal: AbortSignal): Promise<void> {
    const { definition, source, queue, letters, origins, time, poll } = this.#options;
    const both = AbortSignal.any([signal, this.#ending.signal]);
    for (const origin of origins) await letters.refresh(origin);
    for (const name of await queue.receivers()) this.#receiver(name, true);
    const read = (after: number) => source.store.readLog(after);
    const following = followLog(intake, { owner: definition.name, source, read, time, poll }, both);
    await Promise.all([following.catch(this.#failed), this.#look(intake, both).catch(this.#failed)]);
    await this.#stop();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Looks for what has become due, was added elsewhere, or is to be replayed. */
  async #look(intake: EffectIntake, signal: AbortSignal): Promise<void> {
    const { wake, now, poll, mailbox, time, exclusively } = this.#options;
    let pollAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      if (time.now() >= pollAt) {
        pollAt = time.now() + poll;
        await exclusively(() => this.#replay(signal));
      }
      const moved = await exclusively(() => mailbox.moveSome(intake, this.offer));
      for (const [name, receiver] of this.#receivers) await this.#turn(name, receiver);
      // more may come all the time: receivers have their turns in between
      if (moved) continue;
      const next = Math.min(...Array.from(this.#receivers.values(), (receiver) => receiver.nextTurn()));
      await wake.wait(Math.max(0, Math.min(poll, next - now().getTime())), signal);
    }
  }

  async #turn(name: string, receiver: ReceiverQueue): Promise<void> {
    const { now, exclusively } = this.#options;
    if (receiver.isIdle) this.#receivers.delete(name);
    else if (receiver.nextTurn() <= now().getTime()) await exclusively(() => receiver.turn());
  }

  /** Puts dead letters whose replay was requested back into the queue, as if they had not been tried. */
  async #replay(signal: AbortSignal): Promise<void> {
    const { letters, origins, queue } = this.#options;
    const putBack = async (letter: Delivery): Promise<void> => {
      const effect = effectOfLetter(letter);
      await queue.add([effect]);
      this.#receiver(effect.receiver, true).revisit(effect.key);
    };
    for (const origin of origins) {
      await letters.refresh(origin);
      await letters.drain(origin, putBack, signal);
    }
  }

  #receiver(name: string, unseen: boolean): ReceiverQueue {
    const known = this.#receivers.get(name);
    if (known !== undefined) return known;
    const { definition, queue, now, wake } = this.#options;
    const receiver = new ReceiverQueue({
      name,
      queue,
      unseen,
      failed: this.#failed,
      concurrency: definition.concurrency ?? CONCURRENCY,
      now: () => now().getTime(),
      process: (queued, tried) => this.#process(queued, tried),
      wake: () => wake.call(),
    });
    this.#receivers.set(name, receiver);
    return receiver;
  }

  async #process(queued: QueuedEffect, tried: (success: boolean) => void): Promise<number | undefined> {
    const { settlement, now, time, held, definition } = this.#options;
    const { effect, givenUp, reason } = queued;
    if (await settlement.blocked(queued)) return undefined;
    if (givenUp) return settlement.giveUp(queued, reason ?? '');
    if (now().getTime() >= endOfEffect(effect)) return settlement.giveUp(queued, tooLate(queued));
    if (!held()) throw new Error('the lease is lost');
    const begun = time.now();
    try {
      const { name } = definition;
      await attempt(effect, this.#handlerOf(effect), { name, now, stopping: this.#stopping.signal });
    } catch (error) {
      if (this.#stopping.signal.aborted) return now().getTime();
      const took = time.now() - begun;
      const isFinal = isFinalRefusal(error);
      tried(isFinal);
      if (isPostponed(error)) return settlement.postponed(queued, error, took);
      return settlement.failed(queued, { error, took, isFinal });
    }
    tried(true);
    return settlement.done(queued, time.now() - begun);
  }

  #handlerOf({ type }: Effect): EffectHandler {
    const { handlers } = this.#options.definition;
    const unknown: EffectHandler = {
      handle: async () => {
        throw new Error(`this release knows no effects of the type ${type}`);
      },
    };
    return Object.hasOwn(handlers, type) ? (handlers[type] ?? unknown) : unknown;
  }

  readonly #failed = (error: unknown): void => {
    this.#failure ??= { error };
    this.#ending.abort('failed');
  };

  async #stop(): Promise<void> {
    const stopped = Promise.all(Array.from(this.#receivers.values(), (receiver) => receiver.stop()));
    const timer = setTimeout(() => this.#stopping.abort('stopped'), this.#options.grace);
    await stopped;
    clearTimeout(timer);
  }
}

const tooLate = ({ effect, reason }: QueuedEffect): string =>
  `it was wanted until ${effect.until}${reason === null ? '' : `; before, ${reason}`}`;
