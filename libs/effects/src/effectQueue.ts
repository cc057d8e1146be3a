import type { ServiceName } from '@almanac/contracts';
import type { Entries, Entry } from '@almanac/documents';
import { createDeadLetters, type DeadLetters, type Delivery } from '@almanac/messaging';
import { type Effect, orderOf } from './effect.ts';

const QUEUE_KIND = 'effect';
const INBOX_KIND = 'effect-added';
/** Effects that one read of the keys of a receiver returns. */
const PAGE_SIZE = 200;

/** The progress of an effect in the queue. */
export interface Progress {
  /** Failed tries. */
  readonly tries: number;
  /** The time from which it may be tried, milliseconds since the epoch; 0: at once. */
  readonly due: number;
  /** The error of the last try, or the reason for giving up. */
  readonly reason: string | null;
  /** True if it was given up and its handler has not yet been told: it is never tried again. */
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
 * The effects of one definition that are not done, as entries: the queue, the inbox of effects that other services'
 * events want, and the dead letters. No rebuild touches them. The first effect of a receiver and key says when the key
 * may go on.
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
   * Runs one step after another. A step that adds effects, reads the first of a key, or moves some to or from the dead
   * letters must not overlap with another: an effect would be tried too early, or lost.
   */
  exclusively<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#lastStep.then(step);
    this.#lastStep = done.catch(() => undefined);
    return done;
  }

  /** Adds effects, or puts them behind the dead letters of their keys. Returns those that are in the queue. */
  async add(effects: readonly Effect[]): Promise<Effect[]> {
    const free: Effect[] = [];
    for (const effect of effects) if (!(await this.#addBehindDeadLetter(effect))) free.push(effect);
    await this.#insert(free);
    return free;
  }

  /** The first effect of a key. */
  async first(receiver: string, key: string): Promise<QueuedEffect | undefined> {
    return (await this.#list({ prefix: `${this.#prefixOf(receiver, key)}/`, limit: 1 }))[0];
  }

  /** The first effects of some keys of a receiver, and the place after which the next ones begin; none at the end. */
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

  /** The receivers for which effects wait. */
  async receivers(): Promise<string[]> {
    const found: string[] = [];
    for (let after = `${this.#name}/`; ; ) {
      const [first] = await this.#list({ prefix: `${this.#name}/`, after, limit: 1 });
      if (first === undefined) return found;
      found.push(first.effect.receiver);
      after = placeAfter(this.#prefixOf(first.effect.receiver));
    }
  }

  /** Changes the progress of an effect; undefined if another process has changed or removed it. */
  async change(queued: QueuedEffect, progress: Partial<Progress>): Promise<QueuedEffect | undefined> {
    const { id, revision, ...before } = queued;
    const body: Body = { ...before, ...progress };
    const changed = await this.#entries.put(QUEUE_KIND, id, body, { ifRevision: revision });
    return changed ? { id, revision: revision + 1, ...body } : undefined;
  }

  /** Removes an effect. Those of one turn of the event loop are removed by one write. */
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

  /** Moves an effect behind the dead letter of its key; false if its key has none. */
  async moveBehindDeadLetter(queued: QueuedEffect): Promise<boolean> {
    if (!this.#deadLetters.isBlocked(letterOf(queued.effect))) return false;
    return this.exclusively(async () => {
      if (!(await this.#addBehindDeadLetter(queued.effect))) return false;
      await this.remove(queued);
      return true;
    });
  }

  /** Reads which keys have dead letters. */
  async refresh(): Promise<void> {
    for (const source of this.#sources) await this.#deadLetters.refresh(source);
  }

  /** Puts dead letters whose replay was requested back into the queue, as if they had not been tried. */
  async replay(returned: (effect: Effect) => void, signal: AbortSignal): Promise<void> {
    const putBack = async ({ data }: Delivery): Promise<void> => {
      // `letterOf` made it of an effect
      const effect = data as Effect;
      await this.#insert([effect]);
      returned(effect);
    };
    await this.refresh();
    for (const source of this.#sources) await this.#deadLetters.drain(source, putBack, signal);
  }

  /** Adds effects to the inbox, durably and in any process; one that is still in the inbox is not added again. */
  async send(effects: readonly Effect[]): Promise<void> {
    const added = effects.map((effect) => ({ id: `${this.#name}/${orderOf(effect)}`, body: effect }));
    if (added.length > 0) await this.#entries.insertAll(INBOX_KIND, added);
  }

  /** Moves the first effects of the inbox; false if it is empty. @param added called in the step that adds effects */
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

  /** Adds effects; those that are in the queue already stay as they are. */
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

/** An effect as a dead letter, whose key is receiver and key: the operators' commands show it like any other. */
const letterOf = (effect: Effect): Delivery => {
  const { source, epoch, position, n, type, at, principal, language, correlation, receiver, key } = effect;
  const data = effect;
  return { source, epoch, position, n, type, at, principal, language, correlation, key: `${receiver}/${key}`, data };
};

/** The place after all ids that begin with the prefix and a slash: `0` is the character after the slash. */
const placeAfter = (prefix: string): string => `${prefix}0`;

const MAX_COUNT = 10_000;

/** The number of effects in a service's queue, 10,000 at most. */
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
