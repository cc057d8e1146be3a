import type { EffectQueue, QueuedEffect } from './effectQueue.ts';
import { HeldKeys } from './heldKeys.ts';

/** Effects that one read brings, and keys that are looked up one by one before all are gone through. */
const PAGE = 200;
const NEVER = Number.POSITIVE_INFINITY;

export interface ReceiverOptions {
  readonly name: string;
  readonly queue: EffectQueue;
  /** How many effects may be tried at the same time. */
  readonly concurrency: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * Does what there is to do with the first effect of its key. Resolves to undefined when it has left the queue, else
   * to the time from which it may be tried again. It calls `tried` when the receiver is no longer being asked.
   */
  readonly process: (queued: QueuedEffect, tried: (success: boolean) => void) => Promise<number | undefined>;
  /** Called when `turn` may have something to do sooner than it had. */
  readonly wake: () => void;
  /** The store has failed. */
  readonly failed: (error: unknown) => void;
  /** Whether the store may hold effects of the receiver already. */
  readonly unseen: boolean;
}

/**
 * The effects of one receiver during a tenure: those that may be tried are in memory, up to a limit; what waits for a
 * later try, and what is too much, is in the store alone. A key's effects are tried one after another.
 *
 * `offer`, `revisit` and `turn` must not overlap, nor may effects be added to the queue meanwhile: one would be met twice.
 */
export class ReceiverQueue {
  readonly #options: ReceiverOptions;
  readonly #held = new HeldKeys();
  readonly #running = new Map<string, Promise<void>>();
  /** Keys that the store must be asked for. */
  readonly #asked = new Set<string>();
  /** Keys that were worked on during a read of a lap: what it says of them is out of date. */
  readonly #stale = new Set<string>();
  #trying = 0;
  /** Tries that have failed since the last that succeeded. */
  #failures = 0;
  #stopped = false;
  /** While false, all that waits is in memory. */
  #unseen: boolean;
  /** When all that waits in the store is to be gone through, a lap; and after which place one that has begun goes on. */
  #lapAt: number;
  #lap: { after: string | undefined } | undefined;

  constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#unseen = options.unseen;
    this.#lapAt = options.unseen ? 0 : NEVER;
  }

  /** Nothing waits. */
  get isIdle(): boolean {
    return this.#held.isEmpty && !this.#unseen;
  }

  /** Takes an effect that has just been added to the queue. */
  offer(queued: QueuedEffect): void {
    const { key } = queued.effect;
    if (this.#held.append(queued)) return;
    if (this.#unseen || this.#held.isFull) this.#ask(key);
    else this.#hold(key, [queued], false);
  }

  /** Reads a key anew: an earlier effect of it has come back. */
  revisit(key: string): void {
    this.#held.leave(key);
    this.#ask(key);
  }

  /** When `turn` has something to do, milliseconds since the epoch. */
  nextTurn(): number {
    if (!this.#held.hasRoom) return NEVER;
    return this.#asked.size > 0 || this.#lap !== undefined ? 0 : this.#lapAt;
  }

  /** Reads a part of what waits in the store. */
  async turn(): Promise<void> {
    for (const key of [...this.#asked]) {
      if (!this.#held.hasRoom) return;
      this.#asked.delete(key);
      await this.#read(key);
    }
    if (this.#lap === undefined && this.#lapAt <= this.#options.now())
      [this.#lap, this.#lapAt] = [{ after: undefined }, NEVER];
    if (this.#lap !== undefined) await this.#goOn(this.#lap);
    this.#unseen = this.#asked.size > 0 || this.#lap !== undefined || this.#lapAt !== NEVER;
  }

  /** Starts nothing more; resolves when what is running has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running.values());
  }

  #ask(key: string): void {
    this.#unseen = true;
    this.#asked.add(key);
    this.#options.wake();
    if (this.#asked.size <= PAGE) return;
    this.#asked.clear();
    this.#lapNoLaterThan(0);
  }

  #lapNoLaterThan(time: number): void {
    this.#unseen = true;
    if (time >= this.#lapAt) return;
    this.#lapAt = time;
    this.#options.wake();
  }

  #hold(key: string, items: readonly QueuedEffect[], more: boolean): void {
    this.#held.hold(key, items, more);
    this.#start();
  }

  async #read(key: string): Promise<void> {
    if (this.#held.has(key)) return this.#held.expectMore(key);
    const { queue, name } = this.#options;
    const items = await queue.ofKey(name, key, PAGE);
    this.#consider(items, items.length === PAGE);
  }

  async #goOn(lap: { after: string | undefined }): Promise<void> {
    const { queue, name } = this.#options;
    this.#stale.clear();
    const page = await queue.ofReceiver(name, PAGE, lap.after);
    const isFull = page.length === PAGE;
    for (const [key, items] of Map.groupBy(page, ({ effect }) => effect.key)) {
      if (!this.#held.hasRoom) return;
      if (this.#stale.has(key)) this.#ask(key);
      else if (!this.#held.has(key)) this.#consider(items, isFull && items.at(-1) === page.at(-1));
      lap.after = queue.afterKey(name, key);
    }
    if (!isFull) this.#lap = undefined;
  }

  /** @param more whether the store may hold later ones of the key */
  #consider(items: readonly QueuedEffect[], more: boolean): void {
    const [first] = items;
    if (first === undefined) return;
    if (first.due <= this.#options.now()) this.#hold(first.effect.key, items, more);
    else this.#lapNoLaterThan(first.due);
  }

  /** Begins what may be tried: one effect at a time while the receiver seems to be away. */
  #start(): void {
    const { concurrency, failed } = this.#options;
    while (!this.#stopped && this.#trying < (this.#failures >= concurrency ? 1 : concurrency)) {
      const queued = this.#held.take();
      if (queued === undefined) return;
      this.#trying++;
      this.#running.set(queued.effect.key, this.#work(queued).catch(failed));
    }
  }

  async #work(queued: QueuedEffect): Promise<void> {
    const { key } = queued.effect;
    let trying = true;
    const free = (): void => {
      if (trying) this.#trying--;
      trying = false;
      this.#start();
    };
    const due = await this.#options.process(queued, (success) => {
      this.#failures = success ? 0 : this.#failures + 1;
      free();
    });
    this.#running.delete(key);
    this.#stale.add(key);
    this.#settle(key, due);
    free();
  }

  #settle(key: string, due: number | undefined): void {
    const { hasRoom } = this.#held;
    if (due !== undefined) {
      this.#held.drop(key);
      this.#lapNoLaterThan(due);
    } else if (this.#held.advance(key)) this.#ask(key);
    if (this.#held.hasRoom && !hasRoom) this.#options.wake();
  }
}
