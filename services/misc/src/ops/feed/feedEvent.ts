import type { Delivery } from '@almanac/messaging';

/** A published event in the feed: a CloudEvent 1.0 (docs/interface/ops.md §7). */
export interface FeedEvent {
  readonly specversion: '1.0';
  /** Position in the feed. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: unknown;
}

/** Stored members of a delivery. */
export type StoredDelivery = Pick<
  Delivery,
  'source' | 'epoch' | 'position' | 'n' | 'type' | 'key' | 'data' | 'at' | 'principal' | 'language' | 'correlation'
>;

export const storedDelivery = (delivery: Delivery): StoredDelivery => {
  const { source, epoch, position, n, type, key, data, at, principal, language, correlation } = delivery;
  return { source, epoch, position, n, type, key, data, at, principal, language, correlation };
};

export const feedEvent = (id: string, { source, epoch, type, key, at, data }: StoredDelivery): FeedEvent => ({
  specversion: '1.0',
  id,
  source: `almanac/${source}/${epoch}`,
  type,
  subject: key,
  time: at,
  datacontenttype: 'application/json',
  data,
});

/** A position in the feed: a block of events added together, and an event's index in it. */
export interface FeedPlace {
  readonly block: number;
  readonly index: number;
}

/** Position before the first event. */
export const START: FeedPlace = { block: 0, index: -1 };

const DIGITS = 12;
const INDEX_DIGITS = 4;
const ID = new RegExp(`^(\\d{${DIGITS}})-(\\d{${INDEX_DIGITS}})$`);

/** Formats a block number as text; the order of texts is the order of blocks. The same is true of `feedId`. */
export const blockId = (block: number): string => String(block).padStart(DIGITS, '0');
export const feedId = ({ block, index }: FeedPlace): string =>
  `${blockId(block)}-${String(index).padStart(INDEX_DIGITS, '0')}`;

/** Returns the position of an id; undefined for an invalid id. */
export const placeOf = (id: string): FeedPlace | undefined => {
  const [, block, index] = ID.exec(id) ?? [];
  return block === undefined ? undefined : { block: Number(block), index: Number(index) };
};

export const isBefore = (place: FeedPlace, other: FeedPlace): boolean =>
  place.block === other.block ? place.index > other.index : place.block > other.block;
