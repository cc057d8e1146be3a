import type { ServiceName } from '@almanac/contracts';
import type { Entries, Entry } from '@almanac/documents';
import { createDeadLetters, type DeadLetters, type Delivery } from '@almanac/messaging';
import { type Effect, orderOf } from './effect.ts';

const QUEUE_KIND = 'effect';
const INBOX_KIND = 'effect-added';
/** Number of effects that one read of a receiver's keys returns. */
const PAGE_SIZE = 200;

/** The progress of an effect in the queue. */
export interface Progress {
  /** Failed tries. */
  readonly tries: number;
  /** The time from which it may be tried, in milliseconds since the epoch; 0: at once. */
  readonly due: number;
  /** The error of the last try, or the reason for giving up. */
  readonly reason: string | null;
  /** True if it was given up and its handler has not been notified yet; it is never tried again. */
  readonly givenUp: boolean;
}

interface Body extends Progress {
  readonly effect: Effect;
}

/** An effect in the queue. */
export interface QueuedEffect extends Body {
  /** The entry's id: name, receiver, key, and place in the log, so that a key's effects are listed in order. */
  readonly id: string;
  readonly revision: number;
}

const NEW: Progress = { tries: 0, due: 0, reason: null, givenUp: false };

/**
 * The unfinished effects of one definition, as entries: the queue, the inbox of effects of other services' events, and
 * the dead letters. No rebuild touches them. The first effect of a receiver and key contains the time from which the
 * key may continue.
 */
export class EffectQueue {
  readonly #entries: Entries;
  readonly #name: string;
  readonly #sources: readonly ServiceName[];
  readonly #deadLetters: DeadLetters;
  #lastStep: Promise<unknown> = Promise.resolve();
  #removed: string[] = [];
  #removal: Promise<void> | undefined;

  /** @param sources the services whose events want effects */
  constructor(entries: Entries, name: string, sources: readonly ServiceName[]) {
    this.#entries = entries;
    this.#name = name;
    this.#sources = sources;
    this.#deadLetters = createDeadLetters(entries, name);
  }

  /**
   * Runs steps one after another. A step that adds effects, reads the first of a key, or moves some to or from the dead
   * letters must not overlap with another. Otherwise an effect would be tried too early, or lost.
   */
  exclusively<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#lastStep.then(step);
    this.#lastStep = done.catch(() => undefined);
    return done;
  }

  /** Adds effects, or puts them behind the dead letters of their keys. Returns those that are now in the queue. */
  async add(effects: readonly Effect[]): Promise<Effect[]> {
    const free: Effect[] = [];
    for (const effect of effects) if (!(await this.#addBehindDeadLetter(effect))) free.push(effect);
    await this.#insert(free);
    return free;
  }

  /** Returns the first effect of a key. */
  async first(receiver: string, key: string): Promise<QueuedEffect | undefined> {
    return (await this.#list({ prefix: `${this.#prefixOf(receiver, key)}/`, limit: 1 }))[0];
  }

  /** Returns the first effects of some keys of a receiver, and the place where the next ones begin; none at the end. */
  async firstOfKeys(receiver: string, after?: string): Promise<{ firsts: QueuedEffect[]; next?: string }> {
    const prefix = `${this.#prefixOf(receiver)}/`;
    const page = await this.#list({ prefix, limit: PAGE_SIZE, ...(after !== undefined && { after }) });
    const firsts = Array.from(Map.groupBy(page, ({ effect }) => effect.key).values(), ([first]) => first);
    const last = page.length < PAGE_SIZE ? undefined : page.at(-1);
    return {
      firsts: firsts.filter((first) => first !== undefined),
      ...(last !== undefined && { next: placeAfter(this.#prefixOf(receiver, last.effect.key)) }),
    };
  }

  /** Returns the receivers with waiting effects. */
  async receivers(): Promise<string[]> {
    const found: string[] = [];
    for (let after = `${this.#name}/`; ; ) {
      const [first] = await this.#list({ prefix: `${this.#name}/`, after, limit: 1 });
      if (first === undefined) return found;
      found.push(first.effect.receiver);
      after = placeAfter(this.#prefixOf(first.effect.receiver));
    }
  }

  /** Changes the progress of an effect; returns undefined if another process has changed or removed it. */
  async change(queued: QueuedEffect, progress: Partial<Progress>): Promise<QueuedEffect | undefined> {
    const { id, revision, ...before } = queued;
    const body: Body = { ...before, ...progress };
    const changed = await this.#entries.put(QUEUE_KIND, id, body, { ifRevision: revision });
    return changed ? { id, revision: revision + 1, ...body } : undefined;
  }

  /** Removes an effect. One write removes all effects of one turn of the event loop. */
  remove({ id }: QueuedEffect): Promise<void> {
    this.#removed.push(id);
    this.#removal ??= new Promise(setImmediate).then(() => {
      const ids = this.#removed;
      [this.#removed, this.#removal] = [[], undefined];
      return this.#entries.deleteAll(QUEUE_KIND, ids);
    });
    return this.#removal;
  }

  /** Makes an effect a dead letter. */
  moveToDeadLetters(queued: QueuedEffect, reason: string): Promise<void> {
    return this.exclusively(async () => {
      await this.#deadLetters.add(letterOf(queued.effect), reason);
      await this.remove(queued);
    });
  }

  /** Moves an effect behind the dead letter of its key; returns false if its key has none. */
  async moveBehindDeadLetter(queued: QueuedEffect): Promise<boolean> {
    if (!this.#deadLetters.isBlocked(letterOf(queued.effect))) return false;
    return this.exclusively(async () => {
      if (!(await this.#addBehindDeadLetter(queued.effect))) return false;
      await this.remove(queued);
      return true;
    });
  }

  /** Reads the keys that have dead letters. */
  async refresh(): Promise<void> {
    for (const source of this.#sources) await this.#deadLetters.refresh(source);
  }

  /** Returns dead letters to the queue if their replay was requested, with no tries counted. */
  async replay(returned: (effect: Effect) => void, signal: AbortSignal): Promise<void> {
    const putBack = async ({ data }: Delivery): Promise<void> => {
      // `letterOf` created the letter from an effect
      const effect = data as Effect;
      await this.#insert([effect]);
      returned(effect);
    };
    await this.refresh();
    for (const source of this.#sources) await this.#deadLetters.drain(source, putBack, signal);
  }

  /** Adds effects to the inbox, durably and in any process; skips effects that are already in the inbox. */
  async send(effects: readonly Effect[]): Promise<void> {
    const added = effects.map((effect) => ({ id: `${this.#name}/${orderOf(effect)}`, body: effect }));
    if (added.length > 0) await this.#entries.insertAll(INBOX_KIND, added);
  }

  /**
   * Moves the first effects of the inbox; returns false if it is empty.
   * @param added runs in the step that adds them
   */
  async receive(added: (effects: readonly Effect[]) => void): Promise<boolean> {
    const page = await this.#entries.list<Effect>(INBOX_KIND, { prefix: `${this.#name}/` });
    if (page.length === 0) return false;
    const [ids, effects] = [page.map(({ id }) => id), page.map(({ body }) => body)];
    await this.exclusively(async () => {
      const free = await this.add(effects);
      await this.#entries.deleteAll(INBOX_KIND, ids);
      added(free);
    });
    return true;
  }

  async #addBehindDeadLetter(effect: Effect): Promise<boolean> {
    const letter = letterOf(effect);
    return this.#deadLetters.isBlocked(letter) && (await this.#deadLetters.addBehind(letter));
  }

  /** Adds effects; those already in the queue stay unchanged. */
  async #insert(effects: readonly Effect[]): Promise<void> {
    const added = effects.map((effect) => ({ id: this.#idOf(effect), body: { ...NEW, effect } }));
    if (added.length > 0) await this.#entries.insertAll<Body>(QUEUE_KIND, added);
  }

  #idOf(effect: Effect): string {
    return `${this.#prefixOf(effect.receiver, effect.key)}/${orderOf(effect)}`;
  }

  #prefixOf(...parts: readonly string[]): string {
    return [this.#name, ...parts.map((part) => encodeURIComponent(part.toWellFormed()))].join('/');
  }

  async #list(options: Parameters<Entries['list']>[1]): Promise<QueuedEffect[]> {
    return (await this.#entries.list<Body>(QUEUE_KIND, options)).map(queuedOf);
  }
}

const queuedOf = ({ id, revision, body }: Entry<Body>): QueuedEffect => ({ id, revision, ...body });

/** Returns an effect as a dead letter with the key `receiver/key`, for the operators' commands. */
const letterOf = (effect: Effect): Delivery => {
  const { source, epoch, position, n, type, at, principal, language, correlation, receiver, key } = effect;
  const data = effect;
  return { source, epoch, position, n, type, at, principal, language, correlation, key: `${receiver}/${key}`, data };
};

/** Returns the place after all ids that begin with the prefix and a slash: `0` is the character after the slash. */
const placeAfter = (prefix: string): string => `${prefix}0`;

const MAX_COUNT = 10_000;

/** Returns the number of effects in a service's queue, 10,000 at most. */
export const countWaiting = async (entries: Entries): Promise<number> => {
  let [count, after] = [0, ''];
  while (count < MAX_COUNT) {
    const page = await entries.list(QUEUE_KIND, { after });
    count += page.length;
    if (page.length === 0) break;
    after = page.at(-1)?.id ?? '';
  }
  return Math.min(count, MAX_COUNT);
};
