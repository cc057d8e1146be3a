import type { EffectQueue, QueuedEffect } from './effectQueue.ts';
import { HeldKeys, MOST_OF_KEY } from './heldKeys.ts';

/** Effects that one read of a lap brings, and keys that are looked up one by one before all are gone through. */
const PAGE = 200;
/** Keys of which is remembered when their first effect may be tried again. */
const MOST_WAITING = 1_000;
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
  /** Keys whose first effect may not be tried yet, and when it may. */
  readonly #waiting = new Map<string, number>();
  /** No later than the first of those times. */
  #waitingUntil = NEVER;
  /** Keys that were worked on during a read of a lap: what it says of them is out of date. */
  readonly #stale = new Set<string>();
  #trying = 0;
  /** Tries that have failed since the last that succeeded. */
  #failures = 0;
  #stopped = false;
  /** When all that waits in the store is to be gone through, a lap; and after which place one that has begun goes on. */
  #lapAt: number;
  #lap: { after: string | undefined } | undefined;

  constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#lapAt = options.unseen ? 0 : NEVER;
  }

  /** Nothing waits. */
  get isIdle(): boolean {
    return this.#held.isEmpty && this.#asked.size === 0 && this.#waiting.size === 0 && !this.#isLapDue;
  }

  /** While false, every key that has effects in the store is known. */
  get #isLapDue(): boolean {
    return this.#lap !== undefined || this.#lapAt !== NEVER;
  }

  /** Takes an effect that has just been added to the queue. */
  offer(queued: QueuedEffect): void {
    const { key } = queued.effect;
    if (this.#held.append(queued) || this.#waiting.has(key) || this.#asked.has(key)) return;
    if (this.#isLapDue || this.#held.isFull) this.#ask(key);
    else this.#hold(key, [queued], false);
  }

  /** Reads a key anew: an earlier effect of it has come back. */
  revisit(key: string): void {
    this.#held.leave(key);
    this.#waiting.delete(key);
    this.#ask(key);
  }

  /** When `turn` has something to do, milliseconds since the epoch. */
  nextTurn(): number {
    if (!this.#held.hasRoom) return NEVER;
    return this.#asked.size > 0 || this.#lap !== undefined ? 0 : Math.min(this.#lapAt, this.#waitingUntil);
  }

  /** Reads a part of what waits in the store. */
  async turn(): Promise<void> {
    this.#askForDue();
    for (const key of [...this.#asked]) {
      if (!this.#held.hasRoom) return;
      this.#asked.delete(key);
      await this.#read(key);
    }
    if (this.#lap === undefined && this.#lapAt <= this.#options.now())
      [this.#lap, this.#lapAt] = [{ after: undefined }, NEVER];
    if (this.#lap !== undefined) await this.#goOn(this.#lap);
  }

  /** Starts nothing more; resolves when what is running has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running.values());
  }

  #ask(key: string): void {
    this.#asked.add(key);
    this.#options.wake();
    if (this.#asked.size <= PAGE) return;
    this.#asked.clear();
    this.#lapNoLaterThan(0);
  }

  /** Remembers when a key may be asked for again; what is too much to remember is found by a lap. */
  #wait(key: string, due: number): void {
    if (this.#waiting.size >= MOST_WAITING) {
      this.#lapNoLaterThan(due);
      return;
    }
    this.#waiting.set(key, due);
    if (due >= this.#waitingUntil) return;
    this.#waitingUntil = due;
    this.#options.wake();
  }

  #askForDue(): void {
    const now = this.#options.now();
    if (now < this.#waitingUntil) return;
    for (const [key, due] of this.#waiting)
      if (due <= now) {
        this.#waiting.delete(key);
        this.#asked.add(key);
      }
    this.#waitingUntil = Math.min(NEVER, ...this.#waiting.values());
  }

  #lapNoLaterThan(time: number): void {
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
    const items = await queue.ofKey(name, key, MOST_OF_KEY);
    this.#consider(items, items.length === MOST_OF_KEY);
  }

  async #goOn(lap: { after: string | undefined }): Promise<void> {
    const { queue, name } = this.#options;
    this.#stale.clear();
    const page = await queue.ofReceiver(name, PAGE, lap.after);
    const isFull = page.length === PAGE;
    for (const [key, items] of Map.groupBy(page, ({ effect }) => effect.key)) {
      if (!this.#held.hasRoom) return;
      const isKnown = this.#held.has(key) || this.#waiting.has(key);
      if (this.#stale.has(key) && !isKnown) this.#ask(key);
      else if (!isKnown) this.#consider(items, isFull && items.at(-1) === page.at(-1));
      lap.after = queue.afterKey(name, key);
    }
    if (!isFull) this.#lap = undefined;
  }

  /** @param more whether the store may hold later ones of the key */
  #consider(items: readonly QueuedEffect[], more: boolean): void {
    const [first] = items;
    if (first === undefined) return;
    if (first.due <= this.#options.now()) this.#hold(first.effect.key, items, more);
    else this.#wait(first.effect.key, first.due);
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
      this.#wait(key, due);
    } else if (this.#held.advance(key)) this.#ask(key);
    if (this.#held.hasRoom && !hasRoom) this.#options.wake();
  }
}
