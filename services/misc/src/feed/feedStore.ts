import { integrationEvents } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import {
  blockId,
  type FeedEvent,
  type FeedPlace,
  feedEvent,
  feedId,
  isBehind,
  type KeptDelivery,
} from './feedEvent.ts';

const KIND = 'feed';
const PAGE = 20;

/** Events that were added to the feed together. */
export interface FeedBlock {
  readonly block: number;
  /** When it was added, milliseconds since the epoch. */
  readonly added: number;
  readonly events: readonly KeptDelivery[];
}

type Stored = Omit<FeedBlock, 'block'>;

/** An event of the feed, and what it was made of. */
export interface PlacedEvent {
  readonly place: FeedPlace;
  readonly kept: KeptDelivery;
  readonly event: FeedEvent;
}

/** An entry that is written to have all before it on the disk. */
const FLUSHED = 'feed-flushed';

/**
 * The feed's blocks, counted from 1 without gaps: each is inserted under the number after the last. A block waits for the
 * disk only once somebody reads: what no reader has seen can be made again after a power cut, under any number.
 */
export class FeedStore {
  readonly #entries: Entries;
  #isFlushed = true;

  constructor(entries: Entries) {
    this.#entries = entries;
  }

  /** False where another process was first. */
  add({ block, ...stored }: FeedBlock): Promise<boolean> {
    this.#isFlushed = false;
    return this.#entries.insert<Stored>(KIND, blockId(block), stored, { flushed: false });
  }

  async #flush(): Promise<void> {
    if (this.#isFlushed) return;
    this.#isFlushed = true;
    await this.#entries.put(FLUSHED, 'last', {});
  }

  /** Blocks after a number, in order; none at the end. */
  async after(block: number, limit = PAGE): Promise<FeedBlock[]> {
    const found = await this.#entries.list<Stored>(KIND, { after: blockId(block), limit });
    return found.map(({ id, body }) => ({ block: Number(id), ...body }));
  }

  async newest(): Promise<FeedBlock | undefined> {
    await this.#flush();
    const [found] = await this.#entries.list<Stored>(KIND, { reverse: true, limit: 1 });
    return found && { block: Number(found.id), ...found.body };
  }

  async oldest(): Promise<FeedBlock | undefined> {
    return (await this.after(0, 1))[0];
  }

  /** The events after a place, of so many blocks at most; none at the end. */
  async eventsAfter({ block, index }: FeedPlace, most = PAGE): Promise<PlacedEvent[]> {
    await this.#flush();
    // the block of the place itself may have no more
    const blocks = await this.after(block - 1, most + 1);
    return blocks.flatMap(placed).filter(({ place }) => place.block > block || place.index > index);
  }

  /** The events before a place, without one those at the end, the newest first; none at the beginning. */
  async eventsBefore(place?: FeedPlace, most = PAGE): Promise<PlacedEvent[]> {
    await this.#flush();
    const before = place && { after: blockId(place.block + 1) };
    const found = await this.#entries.list<Stored>(KIND, { ...before, reverse: true, limit: most + 1 });
    const all = found.flatMap(({ id, body }) => placed({ block: Number(id), ...body }).reverse());
    return place === undefined ? all : all.filter((each) => isBehind(place, each.place));
  }

  /** The event at a place; undefined where there is none, or none any more. */
  async at({ block, index }: FeedPlace): Promise<PlacedEvent | undefined> {
    await this.#flush();
    const [found] = await this.after(block - 1, 1);
    return found?.block === block ? placed(found)[index] : undefined;
  }

  /** Leaves null where events hold what is personal of somebody. @param person the name of the stream: `user-7` */
  async erase(source: string, person: string): Promise<void> {
    for (let [block, page] = [0, [] as FeedBlock[]]; ; block = page.at(-1)?.block ?? block) {
      page = await this.after(block);
      if (page.length === 0) return;
      for (const each of page) await this.#eraseIn(each, (event) => event.source === source && isOf(event, person));
    }
  }

  async #eraseIn({ block, added, events }: FeedBlock, isTheirs: (event: KeptDelivery) => boolean): Promise<void> {
    if (!events.some(isTheirs)) return;
    const erased = events.map((event) => (isTheirs(event) ? withoutPerson(event) : event));
    await this.#entries.put<Stored>(KIND, blockId(block), { added, events: erased }, { erasing: true });
  }

  /** Drops blocks that were added before, all but the newest. */
  async dropBefore(moment: number): Promise<void> {
    for (;;) {
      const page = await this.after(0);
      const newest = await this.newest();
      const old = page.filter(({ block, added }) => added < moment && block !== newest?.block);
      if (old.length === 0) return;
      await this.#entries.deleteAll(
        KIND,
        old.map(({ block }) => blockId(block)),
      );
    }
  }
}

const isOf = (event: KeptDelivery, person: string): boolean =>
  integrationEvents.get(event.type)?.personal?.personOf(event) === person;

const withoutPerson = (event: KeptDelivery): KeptDelivery => {
  const { members = [] } = integrationEvents.get(event.type)?.personal ?? {};
  const told = Object.entries(event.data as object);
  return {
    ...event,
    data: Object.fromEntries(told.map(([name, value]) => [name, members.includes(name) ? null : value])),
  };
};

const placed = ({ block, events }: FeedBlock): PlacedEvent[] =>
  events.map((kept, index) => {
    const place = { block, index };
    return { place, kept, event: feedEvent(feedId(place), kept) };
  });
