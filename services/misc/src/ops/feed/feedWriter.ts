import type { Collection, Documents, Entries } from '@almanac/documents';
import { type Delivery, guardOf } from '@almanac/messaging';
import { storedDelivery } from './feedEvent.ts';
import type { FeedBlock, FeedStore } from './feedStore.ts';

/** Guard of the last event of each key in the feed, by `<source>/<key>`. */
export const feedKeys: Collection = { name: 'feed-keys', projectionVersion: 1, indexes: [] };

interface Mark {
  readonly guard: number;
}

const MARKED = 'feed-marked';
/** Number of keys in memory above which their marks are written. */
const MAX_RECENT_EVENTS = 2_000;
const MAX_BLOCK_EVENTS = 500;
const MAX_BLOCK_BYTES = 1_000_000;

const keyOf = ({ source, key }: Pick<Delivery, 'source' | 'key'>): string => `${source}/${key}`;

export interface FeedWriterOptions {
  readonly feed: FeedStore;
  readonly documents: Documents;
  readonly entries: Entries;
  readonly now: () => Date;
  /** Called after events were added. */
  readonly added: () => void;
}

/**
 * Adds deliveries to the feed, each once and in order within its key, from any number of processes. The block number is
 * the lock: a process adds a block only after reading all former ones. A mark of each key's last event is written later
 * than its block, for many blocks together. For blocks after `feed-marked` the marks are taken from the blocks.
 */
export class FeedWriter {
  readonly #options: FeedWriterOptions;
  readonly #recent = new Map<string, number>();
  #tail: number | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(options: FeedWriterOptions) {
    this.#options = options;
  }

  /** Adds the deliveries that the feed lacks. They are in the feed when it resolves. */
  add(deliveries: readonly Delivery[]): Promise<void> {
    const turn = this.#last.then(() => this.#addAll(deliveries));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #addAll(deliveries: readonly Delivery[]): Promise<void> {
    for (const part of inParts(deliveries)) while (!(await this.#tryAdding(part))) await this.#catchUp();
  }

  async #tryAdding(deliveries: readonly Delivery[]): Promise<boolean> {
    const { feed, now, added } = this.#options;
    if (this.#tail === undefined) return false;
    const fresh = await this.#fresh(deliveries);
    if (fresh.length === 0) return true;
    const block = { block: this.#tail + 1, added: now().getTime(), events: fresh.map(storedDelivery) };
    if (!(await feed.add(block))) return false;
    this.#take(block);
    added();
    if (this.#recent.size > MAX_RECENT_EVENTS) await this.#settle();
    return true;
  }

  /** Returns the deliveries that are in no block yet; those of one key arrive in order. */
  async #fresh(deliveries: readonly Delivery[]): Promise<Delivery[]> {
    const unknown = new Set(deliveries.map(keyOf).filter((key) => !this.#recent.has(key)));
    const marks = new Map(
      await Promise.all(
        Array.from(unknown, async (key) => {
          const mark = await this.#options.documents.get<Mark>(feedKeys, key);
          return [key, mark?.body?.guard ?? -1] as const;
        }),
      ),
    );
    return deliveries.filter((delivery) => {
      const [key, guard] = [keyOf(delivery), guardOf(delivery)];
      if (guard <= Math.max(this.#recent.get(key) ?? -1, marks.get(key) ?? -1)) return false;
      marks.set(key, guard);
      return true;
    });
  }

  /** Reads the blocks that other processes have added. */
  async #catchUp(): Promise<void> {
    const { entries, feed } = this.#options;
    this.#tail ??= (await entries.get<{ block: number }>(MARKED, 'last'))?.body.block ?? 0;
    for (let blocks = await feed.after(this.#tail); blocks.length > 0; blocks = await feed.after(this.#tail)) {
      for (const block of blocks) this.#take(block);
      if (this.#recent.size > MAX_RECENT_EVENTS) await this.#settle();
    }
  }

  #take({ block, events }: FeedBlock): void {
    this.#tail = block;
    for (const event of events) this.#recent.set(keyOf(event), guardOf(event));
  }

  /** Writes the marks of all blocks read so far, so that dropping old blocks loses no mark. */
  async #settle(): Promise<void> {
    const block = this.#tail ?? 0;
    const marks = new Map(this.#recent);
    this.#recent.clear();
    try {
      await this.#options.documents.write(
        [...marks].map(([id, guard]) => ({ collection: feedKeys, id, version: guard, body: { guard } })),
      );
    } catch (error) {
      this.#tail = undefined;
      throw error;
    }
    await this.#options.entries.put(MARKED, 'last', { block });
  }

  /** Drops blocks added before the given time; their marks stay. */
  dropBefore(moment: number): Promise<void> {
    const turn = this.#last.then(async () => {
      await this.#catchUp();
      await this.#settle();
      await this.#options.feed.dropBefore(moment);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Splits deliveries into parts that fit into a block. */
function* inParts(deliveries: readonly Delivery[]): Generator<Delivery[]> {
  let [part, bytes]: [Delivery[], number] = [[], 0];
  for (const delivery of deliveries) {
    const size = JSON.stringify(delivery.data ?? null).length;
    if (part.length === MAX_BLOCK_EVENTS || (part.length > 0 && bytes + size > MAX_BLOCK_BYTES)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(delivery);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
