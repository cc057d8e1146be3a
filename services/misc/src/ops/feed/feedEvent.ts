import type { Delivery } from '@almanac/messaging';

/** A published event as the feed tells it: a CloudEvent 1.0 (docs/interface/ops.md §7). */
export interface FeedEvent {
  readonly specversion: '1.0';
  /** Its place in the feed. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: unknown;
}

/** What the feed keeps of a delivery. */
export type KeptDelivery = Pick<
  Delivery,
  'source' | 'epoch' | 'position' | 'n' | 'type' | 'key' | 'data' | 'at' | 'principal' | 'language' | 'correlation'
>;

export const keptOf = (delivery: Delivery): KeptDelivery => {
  const { source, epoch, position, n, type, key, data, at, principal, language, correlation } = delivery;
  return { source, epoch, position, n, type, key, data, at, principal, language, correlation };
};

export const feedEvent = (id: string, { source, epoch, type, key, at, data }: KeptDelivery): FeedEvent => ({
  specversion: '1.0',
  id,
  source: `almanac/${source}/${epoch}`,
  type,
  subject: key,
  time: at,
  datacontenttype: 'application/json',
  data,
});

/** A place in the feed: a block of events that were added together, and an event in it. */
export interface FeedPlace {
  readonly block: number;
  readonly index: number;
}

/** Before the first event. */
export const START: FeedPlace = { block: 0, index: -1 };

const DIGITS = 12;
const INDEX_DIGITS = 4;
const ID = new RegExp(`^(\\d{${DIGITS}})-(\\d{${INDEX_DIGITS}})$`);

/** Blocks and places as texts, whose order is theirs. */
export const blockId = (block: number): string => String(block).padStart(DIGITS, '0');
export const feedId = ({ block, index }: FeedPlace): string =>
  `${blockId(block)}-${String(index).padStart(INDEX_DIGITS, '0')}`;

/** The place that an id names; undefined for a text that is no id. */
export const placeOf = (id: string): FeedPlace | undefined => {
  const [, block, index] = ID.exec(id) ?? [];
  return block === undefined ? undefined : { block: Number(block), index: Number(index) };
};

export const isBehind = (place: FeedPlace, other: FeedPlace): boolean =>
  place.block === other.block ? place.index > other.index : place.block > other.block;
