import type { Outcome } from './effectProcessor.ts';
import type { EffectQueue, QueuedEffect } from './effectQueue.ts';

/** Maximum number of remembered ready keys, and of waiting ones. A scan of the queue finds the others again. */
const MAX_KEYS = 1_000;
const NEVER = Number.POSITIVE_INFINITY;

export interface ReceiverOptions {
  readonly name: string;
  readonly queue: EffectQueue;
  /** Maximum number of effects at the same time, each of another key. */
  readonly concurrency: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly process: (queued: QueuedEffect) => Promise<Outcome>;
  /** Requests a `turn` at a time, in milliseconds since the epoch. */
  readonly wakeAt: (time: number) => void;
  /** Reports an error of the store. */
  readonly fail: (error: unknown) => void;
  /** True if the queue may hold effects of the receiver that `add` has not named. */
  readonly isUnread: boolean;
}

/**
 * Schedules the keys of one receiver. A key is ready, waits until its first effect is due, or is running; the effects
 * themselves are in the queue, where the first of the key is read before each try.
 */
export class Receiver {
  readonly #options: ReceiverOptions;
  readonly #ready = new Set<string>();
  readonly #waiting = new Map<string, number>();
  readonly #running = new Map<string, Promise<void>>();
  /** Failed tries since the receiver's last answer. */
  #failures = 0;
  #isStopped = false;
  /** The time of the next scan, for keys that are not remembered. */
  #scanAt: number;
  /** The running scan, and its place. */
  #scan: { readonly after?: string | undefined } | undefined;

  constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#scanAt = options.isUnread ? 0 : NEVER;
  }

  /** True if no effect of the receiver is in the queue. */
  get isIdle(): boolean {
    const keys = this.#ready.size + this.#waiting.size + this.#running.size;
    return keys === 0 && this.#scan === undefined && this.#scanAt === NEVER;
  }

  /** Records that an effect was added to the queue; runs in the step of `exclusively` that adds it. */
  add(key: string): void {
    if (this.#isKnown(key)) return;
    if (this.#ready.size < MAX_KEYS) this.#ready.add(key);
    else this.#scanAt = 0;
    this.#start();
  }

  /** Tries the first effect of a key now, because an earlier effect has come back to the queue. */
  retry(key: string): void {
    this.#waiting.delete(key);
    this.#ready.add(key);
    this.#start();
  }

  /** Returns the time of the next useful `turn`. */
  nextTurn(): number {
    return Math.min(this.#nextScan(), ...this.#waiting.values());
  }

  /** Starts due effects, and scans a part of the queue if needed. */
  async turn(): Promise<void> {
    const now = this.#options.now();
    for (const [key, due] of this.#waiting) if (due <= now) this.retry(key);
    if (this.#nextScan() > now) return;
    if (this.#scan === undefined) [this.#scan, this.#scanAt] = [{}, NEVER];
    const { firsts, next } = await this.#options.queue.firstOfKeys(this.#options.name, this.#scan.after);
    this.#scan = next === undefined ? undefined : { after: next };
    for (const { effect, due } of firsts) if (!this.#isKnown(effect.key)) this.#schedule(effect.key, due);
    this.#start();
  }

  /** Stops starting effects; resolves when running ones have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running.values());
  }

  #isKnown(key: string): boolean {
    return this.#ready.has(key) || this.#waiting.has(key) || this.#running.has(key);
  }

  #nextScan(): number {
    if (this.#ready.size >= MAX_KEYS / 2) return NEVER;
    return this.#scan === undefined ? this.#scanAt : 0;
  }

  #schedule(key: string, due: number): void {
    if (due <= this.#options.now()) {
      this.#ready.add(key);
      return;
    }
    if (this.#waiting.size < MAX_KEYS) this.#waiting.set(key, due);
    else this.#scanAt = Math.min(this.#scanAt, due);
    this.#options.wakeAt(due);
  }

  /** Starts ready keys: one at a time while the receiver seems to be unreachable. */
  #start(): void {
    const { concurrency, fail } = this.#options;
    const limit = this.#failures < concurrency ? concurrency : 1;
    for (const key of this.#ready) {
      if (this.#isStopped || this.#running.size >= limit) return;
      if (this.#running.has(key)) continue;
      this.#ready.delete(key);
      this.#running.set(key, this.#run(key).catch(fail));
    }
  }

  async #run(key: string): Promise<void> {
    const queued = await this.#readFirst(key);
    if (queued !== undefined) {
      const { due, isAnswered } = await this.#process(queued);
      this.#running.delete(key);
      if (isAnswered !== undefined) this.#failures = isAnswered ? 0 : this.#failures + 1;
      // the next effect of the key may be tried, or this one again
      if (due === undefined) this.#ready.add(key);
      else if (!this.#ready.has(key)) this.#schedule(key, due);
    }
    this.#start();
    this.#options.wakeAt(this.#nextScan());
  }

  /**
   * Reads the first effect of a key; removes an empty key in the same step, so that the next effect makes the key
   * ready again.
   */
  #readFirst(key: string): Promise<QueuedEffect | undefined> {
    const { queue, name } = this.#options;
    return queue.exclusively(async () => {
      const first = await queue.first(name, key);
      if (first === undefined) this.#running.delete(key);
      return first;
    });
  }

  async #process(queued: QueuedEffect): Promise<Outcome> {
    return queued.due > this.#options.now() ? { due: queued.due } : this.#options.process(queued);
  }
}
