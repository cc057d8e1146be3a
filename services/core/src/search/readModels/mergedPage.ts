import type { Collection, Documents, Filter, Order } from '@almanac/documents';

/** Records of a collection in an order that they share with other sources. */
export interface SortedSource<Found> {
  readonly collection: Collection;
  readonly filter: Filter;
  readonly order: Order;
  /** Returns the value of the order's field. */
  keyOf(record: Found): string;
  /** Names the source in the found records. */
  readonly kind: string;
}

export interface FoundRecord<Found> {
  readonly kind: string;
  readonly record: Found;
}

interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** Records that may be read to skip others; beyond it, the place of the page is bisected. */
const MAX_SKIPPED = 200;

/** Compares records of sources with the same direction; ties by id, in that direction too. */
const comparing =
  (direction: Order['direction']) =>
  (a: readonly [string, number], b: readonly [string, number]): number => {
    const sign = direction === 'asc' ? 1 : -1;
    if (a[0] !== b[0]) return a[0] < b[0] ? -sign : sign;
    return sign * (a[1] - b[1]);
  };

/**
 * Returns a page of the records of all sources, merged in their order. Of two sources, it finds the place of a deep page
 * by bisection, and reads only the records on the page.
 */
export const mergedPage = async <Found extends { readonly id: number }>(
  documents: Documents,
  sources: readonly SortedSource<Found>[],
  { limit, offset }: Window,
): Promise<FoundRecord<Found>[]> => {
  const compare = comparing(sources[0]?.order.direction ?? 'asc');
  const [one, other] = sources;
  const starts =
    sources.length === 2 && one !== undefined && other !== undefined && offset > MAX_SKIPPED
      ? await splitOf(documents, one, other, offset, compare)
      : sources.map(() => 0);
  const skipped = starts.reduce((sum, start) => sum + start, 0);
  const wanted = offset - skipped + limit;
  const read = await Promise.all(
    sources.map(async ({ collection, filter, order, keyOf, kind }, index) => {
      const window = { limit: wanted, offset: starts[index] ?? 0 };
      const found = await documents.find<Found>(collection, { filter, order: [order], ...window });
      return found.map((record) => ({ kind, record, place: [keyOf(record), record.id] as const }));
    }),
  );
  return read
    .flat()
    .toSorted((a, b) => compare(a.place, b.place))
    .slice(offset - skipped, wanted)
    .map(({ kind, record }) => ({ kind, record }));
};

/** Returns how many records of each of two sources are among the first `offset` of both. */
const splitOf = async <Found extends { readonly id: number }>(
  documents: Documents,
  one: SortedSource<Found>,
  other: SortedSource<Found>,
  offset: number,
  compare: ReturnType<typeof comparing>,
): Promise<number[]> => {
  const placeIn = async ({ collection, filter, order, keyOf }: SortedSource<Found>, index: number) => {
    const [record] = await documents.find<Found>(collection, { filter, order: [order], limit: 1, offset: index });
    return record && ([keyOf(record), record.id] as const);
  };
  const [ofOne, ofOther] = await Promise.all([
    documents.count(one.collection, one.filter),
    documents.count(other.collection, other.filter),
  ]);
  let [low, high] = [Math.max(0, offset - ofOther), Math.min(offset, ofOne)];
  while (low < high) {
    const taken = Math.floor((low + high) / 2);
    const [next, last] = await Promise.all([placeIn(one, taken), placeIn(other, offset - taken - 1)]);
    const isEarlier = next !== undefined && last !== undefined && compare(next, last) < 0;
    if (isEarlier) low = taken + 1;
    else high = taken;
  }
  return [low, offset - low];
};
