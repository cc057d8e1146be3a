import type { Entries } from '@almanac/documents';
import { type Effect, orderOf } from './effect.ts';
import type { EffectIntake } from './effectIntake.ts';
import type { QueuedEffect } from './effectQueue.ts';

const KIND = 'effect-added';

/**
 * Effects that no commit of the service wants: a subscription takes them from others' events, in whichever replica. The
 * one that does the effects moves them to the queue.
 */
export class EffectMailbox {
  readonly #entries: Entries;
  readonly #name: string;

  constructor(entries: Entries, name: string) {
    this.#entries = entries;
    this.#name = name;
  }

  /** Adds effects durably; adding one again that is still here changes nothing. */
  async add(effects: readonly Effect[]): Promise<void> {
    const added = effects.map((effect) => ({ id: `${this.#name}/${orderOf(effect)}`, body: effect }));
    if (added.length > 0) await this.#entries.insertAll(KIND, added);
  }

  /** Moves the first of what is here to the queue; false when there was nothing. */
  async moveSome(intake: EffectIntake, offer: (queued: QueuedEffect) => void): Promise<boolean> {
    const page = await this.#entries.list<Effect>(KIND, { prefix: `${this.#name}/` });
    if (page.length === 0) return false;
    const queued = await intake.enqueue(page.map(({ body }) => body));
    await this.#entries.deleteAll(
      KIND,
      page.map(({ id }) => id),
    );
    for (const each of queued) offer(each);
    return true;
  }
}
