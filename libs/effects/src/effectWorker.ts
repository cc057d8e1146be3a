import type { ServiceName } from '@almanac/contracts';
import type { Commit } from '@almanac/event-store';
import {
  type BufferedCheckpoint,
  endOf,
  type Follower,
  followLog,
  type LogPosition,
  type Source,
  type Time,
  type Wake,
} from '@almanac/messaging';
import { type Effect, effectsOf } from './effect.ts';
import type { EffectProcessor } from './effectProcessor.ts';
import type { EffectQueue } from './effectQueue.ts';
import type { EffectsDefinition } from './handler.ts';
import { Receiver } from './receiver.ts';

export interface EffectWorkerOptions {
  readonly definition: EffectsDefinition;
  readonly service: ServiceName;
  readonly source: Source;
  readonly checkpoint: BufferedCheckpoint;
  readonly queue: EffectQueue;
  readonly processor: EffectProcessor;
  readonly now: () => Date;
  readonly time: Time;
  readonly poll: number;
  readonly grace: number;
  readonly wake: Wake;
}

const CONCURRENCY = 4;
const AWAKE = Number.NEGATIVE_INFINITY;

/** Does the effects of one definition while its lease is held: follows the log, reads the inbox, runs the queue. */
export class EffectWorker implements Follower<Commit> {
  readonly #options: EffectWorkerOptions;
  readonly #receivers = new Map<string, Receiver>();
  readonly #ending = new AbortController();
  /** Ends running tries. */
  readonly #stopping = new AbortController();
  /** The end of the current sleep, in milliseconds since the epoch. */
  #sleepsUntil = AWAKE;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: EffectWorkerOptions) {
    this.#options = options;
  }

  /** Works until the signal; then lets running tries end. @throws the store's error */
  async serve(signal: AbortSignal): Promise<void> {
    const { definition, source, queue, time, poll } = this.#options;
    const both = AbortSignal.any([signal, this.#ending.signal]);
    await queue.refresh();
    for (const name of await queue.receivers()) this.#receiver(name, true);
    const read = (after: number) => source.store.readLog(after);
    const following = followLog(this, { owner: definition.name, source, read, time, poll }, both);
    await Promise.all([following.catch(this.#fail), this.#runQueue(both).catch(this.#fail)]);
    await this.#stop();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  get logPosition(): LogPosition {
    return this.#options.checkpoint.logPosition;
  }

  get after(): number {
    return this.logPosition.position;
  }

  /** Moves the effects of commits to the queue, then the checkpoint; only then the effects are tried. */
  async take(commits: readonly Commit[]): Promise<boolean> {
    const last = commits.at(-1);
    if (last === undefined) return false;
    const { definition, service, source, queue, checkpoint } = this.#options;
    const effects = commits.flatMap((commit) => effectsOf({ ...definition, service }, source, commit));
    await queue.exclusively(async () => {
      const added = await queue.add(effects);
      checkpoint.move(endOf(source, last));
      if (effects.length > 0) await checkpoint.keep();
      this.#offer(added);
    });
    await checkpoint.keepNowAndThen();
    return true;
  }

  round(signal: AbortSignal): Promise<void> {
    const { queue } = this.#options;
    const retry = ({ receiver, key }: Effect): void => this.#receiver(receiver, true).retry(key);
    return queue.exclusively(() => queue.replay(retry, signal));
  }

  keep(): Promise<void> {
    return this.#options.checkpoint.keep();
  }

  /** Reads the inbox, and gives receivers their turns. */
  async #runQueue(signal: AbortSignal): Promise<void> {
    const { queue, wake, now, poll } = this.#options;
    while (!signal.aborted) {
      const hasReceived = await queue.receive(this.#offer);
      for (const [name, receiver] of this.#receivers) {
        if (receiver.isIdle) this.#receivers.delete(name);
        else await receiver.turn();
      }
      if (hasReceived) continue;
      const next = Math.min(...Array.from(this.#receivers.values(), (receiver) => receiver.nextTurn()));
      const ms = Math.max(0, Math.min(poll, next - now().getTime()));
      this.#sleepsUntil = now().getTime() + ms;
      await wake.wait(ms, signal);
      this.#sleepsUntil = AWAKE;
    }
  }

  readonly #offer = (effects: readonly Effect[]): void => {
    for (const { receiver, key } of effects) this.#receiver(receiver, false).add(key);
  };

  #receiver(name: string, isUnread: boolean): Receiver {
    const known = this.#receivers.get(name);
    if (known !== undefined) return known;
    const { definition, queue, processor, now } = this.#options;
    const receiver = new Receiver({
      name,
      queue,
      isUnread,
      concurrency: definition.concurrency ?? CONCURRENCY,
      now: () => now().getTime(),
      process: (queued) => processor.process(queued, this.#stopping.signal),
      wakeAt: this.#wakeAt,
      fail: this.#fail,
    });
    this.#receivers.set(name, receiver);
    return receiver;
  }

  readonly #wakeAt = (time: number): void => {
    if (time < this.#sleepsUntil) this.#options.wake.call();
  };

  async #stop(): Promise<void> {
    const timer = setTimeout(() => this.#stopping.abort('stopped'), this.#options.grace);
    await Promise.all(Array.from(this.#receivers.values(), (receiver) => receiver.stop()));
    clearTimeout(timer);
  }

  readonly #fail = (error: unknown): void => {
    this.#failure ??= { error };
    this.#ending.abort('failed');
  };
}
