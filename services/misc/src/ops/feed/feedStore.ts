import { calendarErased, coreErased, integrationEvents } from '@almanac/contracts';
import type { Entries, Entry } from '@almanac/documents';
import { isObject } from '@almanac/rest';
import {
  blockId,
  type FeedEvent,
  type FeedPlace,
  feedEvent,
  feedId,
  isBefore,
  START,
  type StoredDelivery,
} from './feedEvent.ts';

const FEED_BLOCK_KIND = 'feed';
const PAGE = 20;

/** Events that were added to the feed together. */
export interface FeedBlock {
  readonly block: number;
  /** Time at which it was added, in milliseconds since the epoch. */
  readonly added: number;
  readonly events: readonly StoredDelivery[];
}

type FeedBlockEntry = Omit<FeedBlock, 'block'>;

/** An event of the feed with its position and stored delivery. */
export interface PlacedEvent {
  readonly place: FeedPlace;
  readonly kept: StoredDelivery;
  readonly event: FeedEvent;
}

/** An erasure of a person's data. */
export interface Erasure {
  /** Service that published the erasure. */
  readonly source: string;
  /** Name of the person's stream: `user-7` */
  readonly person: string;
}

/** Returns the erasure that an event announces; undefined for other events. */
export const erasureOf = (event: StoredDelivery): Erasure | undefined => {
  if (!coreErased.is(event) && !calendarErased.is(event)) return undefined;
  const { kind, id } = event.data;
  return { source: event.source, person: `${kind}-${id}` };
};

/** Entry whose write flushes all former entries to the disk. */
const FLUSH_POSITION_KIND = 'feed-flushed';

/**
 * Stores the feed's blocks, numbered from 1 without gaps; each new block takes the number after the last. Blocks are
 * flushed to the disk only before a read. Unread blocks that a power cut loses can be added again under any number.
 */
export class FeedStore {
  readonly #entries: Entries;
  /** The flush that readers wait for; undefined if a block was added since. */
  #flushed: Promise<unknown> | undefined = Promise.resolve();
  #lastAdded: FeedPlace = START;

  constructor(entries: Entries) {
    this.#entries = entries;
  }

  /** The position of the last event that this process has added. */
  get lastAdded(): FeedPlace {
    return this.#lastAdded;
  }

  /** Adds a block; false if another process took its number first. */
  async add({ block, ...stored }: FeedBlock): Promise<boolean> {
    this.#flushed = undefined;
    if (!(await this.#entries.insert<FeedBlockEntry>(FEED_BLOCK_KIND, blockId(block), stored, { flushed: false })))
      return false;
    this.#lastAdded = { block, index: stored.events.length - 1 };
    return true;
  }

  async #flush(): Promise<void> {
    this.#flushed ??= this.#entries.put(FLUSH_POSITION_KIND, 'last', {});
    const flushed = this.#flushed;
    try {
      await flushed;
    } catch (error) {
      if (this.#flushed === flushed) this.#flushed = undefined;
      throw error;
    }
  }

  /** Returns blocks after a number, in order; empty at the end. */
  async after(block: number, limit = PAGE): Promise<FeedBlock[]> {
    const found = await this.#entries.list<FeedBlockEntry>(FEED_BLOCK_KIND, { after: blockId(block), limit });
    return found.map(({ id, body }) => ({ block: Number(id), ...body }));
  }

  async newest(): Promise<FeedBlock | undefined> {
    await this.#flush();
    const [found] = await this.#entries.list<FeedBlockEntry>(FEED_BLOCK_KIND, { reverse: true, limit: 1 });
    return found && { block: Number(found.id), ...found.body };
  }

  async oldest(): Promise<FeedBlock | undefined> {
    return (await this.after(0, 1))[0];
  }

  /** Returns the events after a position, from at most `most` further blocks; empty at the end. */
  async eventsAfter(place: FeedPlace, most = PAGE): Promise<PlacedEvent[]> {
    await this.#flush();
    return this.unflushedAfter(place, most);
  }

  /** Returns what `eventsAfter` returns, for a reader that passes on no event: a power cut may lose it. */
  async unflushedAfter({ block, index }: FeedPlace, most = PAGE): Promise<PlacedEvent[]> {
    // the block of the position itself may contain no further events
    const blocks = await this.after(block - 1, most + 1);
    return blocks.flatMap(placed).filter(({ place }) => place.block > block || place.index > index);
  }

  /** Returns events before a position, newest first; without one, the last events. Empty at the beginning. */
  async eventsBefore(place?: FeedPlace, most = PAGE): Promise<PlacedEvent[]> {
    await this.#flush();
    const before = place && { after: blockId(place.block + 1) };
    const found = await this.#entries.list<FeedBlockEntry>(FEED_BLOCK_KIND, {
      ...before,
      reverse: true,
      limit: most + 1,
    });
    const all = found.flatMap(({ id, body }) => placed({ block: Number(id), ...body }).reverse());
    return place === undefined ? all : all.filter((each) => isBefore(place, each.place));
  }

  /** Returns the event at a position; undefined if it is missing or dropped. */
  async at({ block, index }: FeedPlace): Promise<PlacedEvent | undefined> {
    await this.#flush();
    const [found] = await this.after(block - 1, 1);
    return found?.block === block ? placed(found)[index] : undefined;
  }

  /** Replaces personal members of a person's events by null. */
  async erase(erasure: Erasure): Promise<void> {
    for (let after = blockId(0); ; ) {
      const page = await this.#entries.list<FeedBlockEntry>(FEED_BLOCK_KIND, { after, limit: PAGE });
      for (const each of page) await this.#eraseIn(each, erasure);
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  /** Erases a person from a block. It retries after a concurrent erasure; a block dropped meanwhile is not restored. */
  async #eraseIn({ id, ...known }: Entry<FeedBlockEntry>, erasure: Erasure): Promise<void> {
    let block: Omit<Entry<FeedBlockEntry>, 'id'> | undefined = known;
    while (block?.body.events.some((event) => isOf(event, erasure))) {
      const { added, events } = block.body;
      const erased = { added, events: events.map((event) => withoutPerson(event, erasure)) };
      const over = { ifRevision: block.revision, erasing: true } as const;
      if (await this.#entries.put<FeedBlockEntry>(FEED_BLOCK_KIND, id, erased, over)) return;
      block = await this.#entries.get<FeedBlockEntry>(FEED_BLOCK_KIND, id);
    }
  }

  /** Drops blocks added before the given time, except the newest block. */
  async dropBefore(moment: number): Promise<void> {
    for (;;) {
      const page = await this.after(0);
      const newest = await this.newest();
      const old = page.filter(({ block, added }) => added < moment && block !== newest?.block);
      if (old.length === 0) return;
      await this.#entries.deleteAll(
        FEED_BLOCK_KIND,
        old.map(({ block }) => blockId(block)),
      );
    }
  }
}

const isOf = (event: StoredDelivery, { source, person }: Erasure): boolean =>
  event.source === source && integrationEvents.get(event.type)?.personal?.personOf(event) === person;

const withoutPerson = (event: StoredDelivery, erasure: Erasure): StoredDelivery => {
  if (!isOf(event, erasure) || !isObject(event.data)) return event;
  const { members = [] } = integrationEvents.get(event.type)?.personal ?? {};
  const told = Object.entries(event.data);
  return {
    ...event,
    data: Object.fromEntries(told.map(([name, value]) => [name, members.includes(name) ? null : value])),
  };
};

/** Returns the events without the personal data of erased persons. */
export const erasedIn = (events: readonly PlacedEvent[], erasures: readonly Erasure[]): readonly PlacedEvent[] => {
  if (erasures.length === 0) return events;
  return events.map(({ place, kept }) => placedAt(place, erasures.reduce(withoutPerson, kept)));
};

const placedAt = (place: FeedPlace, kept: StoredDelivery): PlacedEvent => ({
  place,
  kept,
  event: feedEvent(feedId(place), kept),
});

const placed = ({ block, events }: FeedBlock): PlacedEvent[] =>
  events.map((kept, index) => placedAt({ block, index }, kept));
