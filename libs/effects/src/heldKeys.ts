import type { QueuedEffect } from './effectQueue.ts';

/** Effects of one receiver that are kept in memory; the others wait in the store. */
const MOST = 200;
/** Those of one key, so that several keys fit. */
export const MOST_OF_KEY = 25;

/** The first effects of a key, in order. */
interface Held {
  readonly items: QueuedEffect[];
  /** The store may hold later ones of the key. */
  more: boolean;
}

/** The effects of one receiver that are in memory, by their keys, up to a limit. Those of a key are taken one at a time. */
export class HeldKeys {
  readonly #keys = new Map<string, Held>();
  /** Keys whose first effect nobody has taken; the one that has waited longest first. */
  readonly #ready = new Set<string>();
  #size = 0;

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  /** Whether it is worth reading more from the store. */
  get hasRoom(): boolean {
    return this.#size < MOST / 2;
  }

  get isFull(): boolean {
    return this.#size >= MOST;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Keeps the first effects of a key; `more` when the store may hold later ones of it. */
  hold(key: string, items: readonly QueuedEffect[], more: boolean): void {
    const kept = items.slice(0, Math.max(1, Math.min(MOST_OF_KEY, MOST - this.#size)));
    this.#keys.set(key, { items: kept, more: more || kept.length < items.length });
    this.#size += kept.length;
    this.#ready.add(key);
  }

  /** Adds an effect behind those of its key; false when the key is not here. */
  append(queued: QueuedEffect): boolean {
    const held = this.#keys.get(queued.effect.key);
    if (held === undefined) return false;
    if (held.more || held.items.length >= MOST_OF_KEY || this.isFull) {
      held.more = true;
      return true;
    }
    held.items.push(queued);
    this.#size++;
    return true;
  }

  /** The next effect to be done. */
  take(): QueuedEffect | undefined {
    for (const key of this.#ready) {
      this.#ready.delete(key);
      return this.#keys.get(key)?.items[0];
    }
    return undefined;
  }

  /** The taken effect of a key has left the queue. Answers whether the store must be asked for later ones. */
  advance(key: string): boolean {
    const held = this.#keys.get(key);
    if (held === undefined) return true;
    if (held.items.length === 1) {
      this.drop(key);
      return held.more;
    }
    held.items.shift();
    this.#size--;
    this.#ready.add(key);
    return false;
  }

  /** Leaves a key to the store. */
  drop(key: string): void {
    this.#size -= this.#keys.get(key)?.items.length ?? 0;
    this.#keys.delete(key);
    this.#ready.delete(key);
  }

  /** Leaves a key to the store, but for the effect that is taken. */
  leave(key: string): void {
    const held = this.#keys.get(key);
    if (held === undefined || this.#ready.has(key)) {
      this.drop(key);
      return;
    }
    this.#size -= held.items.length - 1;
    held.items.length = 1;
    held.more = true;
  }

  /** The store may hold later effects of a key. */
  expectMore(key: string): void {
    const held = this.#keys.get(key);
    if (held !== undefined) held.more = true;
  }
}
