import type { Entries, Entry } from '@almanac/documents';
import { type Effect, orderOf } from './effect.ts';
import { GroupedRemovals } from './groupedRemovals.ts';

const KIND = 'effect';

/** How an effect that waits to be done stands. */
export interface Standing {
  /** How often it has failed. */
  readonly tries: number;
  /** When it may be tried, milliseconds since the epoch; 0: at once. */
  readonly due: number;
  /** Why it failed last, or was given up. */
  readonly reason: string | null;
  /** It was given up: it is not tried again, and what has to be told of that is not told yet. */
  readonly givenUp: boolean;
}

interface Body extends Standing {
  readonly effect: Effect;
}

/** An effect in the queue. */
export interface QueuedEffect extends Body {
  /** The entry's id: name, receiver, key, and place in the log, so that a key's effects are listed in order. */
  readonly id: string;
  readonly revision: number;
}

const NEW: Standing = { tries: 0, due: 0, reason: null, givenUp: false };

/**
 * The effects of one definition that are not done, as entries: no rebuild touches them. The first effect of a receiver and
 * key says when the key may go on.
 */
export class EffectQueue {
  readonly #entries: Entries;
  readonly #name: string;
  readonly #removals: GroupedRemovals;

  constructor(entries: Entries, name: string) {
    this.#entries = entries;
    this.#name = name;
    this.#removals = new GroupedRemovals((ids) => entries.deleteAll(KIND, ids));
  }

  /** Adds effects; those that are there stay as they are. */
  async add(effects: readonly Effect[]): Promise<QueuedEffect[]> {
    const added = effects.map((effect) => ({ id: this.#idOf(effect), body: { ...NEW, effect } }));
    if (added.length > 0) await this.#entries.insertAll<Body>(KIND, added);
    return added.map(({ id, body }) => ({ id, revision: 1, ...body }));
  }

  /** Removes what is done; those that finish together are removed by one write. */
  remove({ id }: QueuedEffect): Promise<void> {
    return this.#removals.remove(id);
  }

  /** Notes how an effect stands; undefined when another process has changed or removed it. */
  async change(queued: QueuedEffect, standing: Partial<Standing>): Promise<QueuedEffect | undefined> {
    const { id, revision, ...before } = queued;
    const body: Body = { ...before, ...standing };
    const changed = await this.#entries.put(KIND, id, body, { ifRevision: revision });
    return changed ? { id, revision: revision + 1, ...body } : undefined;
  }

  /** The effects of a receiver and key, in order. */
  ofKey(receiver: string, key: string, limit: number): Promise<QueuedEffect[]> {
    return this.#list({ prefix: `${this.#prefixOf(receiver, key)}/`, limit });
  }

  /** The effects of a receiver after a place, by keys, those of a key in order. */
  ofReceiver(receiver: string, limit: number, after?: string): Promise<QueuedEffect[]> {
    return this.#list({ prefix: `${this.#prefixOf(receiver)}/`, limit, ...(after !== undefined && { after }) });
  }

  /** The place after the effects of a key. */
  afterKey(receiver: string, key: string): string {
    return justAfter(this.#prefixOf(receiver, key));
  }

  /** The receivers for which effects wait. */
  async receivers(): Promise<string[]> {
    const found: string[] = [];
    for (let after = `${this.#name}/`; ; ) {
      const [first] = await this.#list({ prefix: `${this.#name}/`, after, limit: 1 });
      if (first === undefined) return found;
      found.push(first.effect.receiver);
      after = justAfter(this.#prefixOf(first.effect.receiver));
    }
  }

  #idOf(effect: Effect): string {
    return `${this.#prefixOf(effect.receiver, effect.key)}/${orderOf(effect)}`;
  }

  #prefixOf(...parts: readonly string[]): string {
    return [this.#name, ...parts.map((part) => encodeURIComponent(part.toWellFormed()))].join('/');
  }

  async #list(options: Parameters<Entries['list']>[1]): Promise<QueuedEffect[]> {
    return (await this.#entries.list<Body>(KIND, options)).map(queued);
  }
}

const queued = ({ id, revision, body }: Entry<Body>): QueuedEffect => ({ id, revision, ...body });

/** After all ids that begin with the prefix and a slash: `0` is the character after the slash. */
const justAfter = (prefix: string): string => `${prefix}0`;

/** So many are counted at most. */
const MOST_COUNTED = 10_000;

/** How many effects wait in a service's entries. */
export const countWaiting = async (entries: Entries): Promise<number> => {
  let [count, after] = [0, ''];
  while (count < MOST_COUNTED) {
    const page = await entries.list(KIND, { after });
    count += page.length;
    if (page.length === 0) break;
    after = page.at(-1)?.id ?? '';
  }
  return Math.min(count, MOST_COUNTED);
};
