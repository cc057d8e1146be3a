import type { Collection, Documents, Filter, Order } from '@almanac/documents';

export interface RankedPage {
  readonly collection: Collection;
  readonly filter: Filter;
  /** Ranks, the best first; records that match none come last. */
  readonly ranks: readonly Filter[];
  readonly order: readonly Order[];
  readonly limit: number;
  readonly offset: number;
}

/** Returns a page of records by rank, then by order. It counts every rank, but reads only the records on the page. */
export const rankedPage = async <Found>(
  documents: Documents,
  { collection, filter, ranks, order, limit, offset }: RankedPage,
): Promise<Found[]> => {
  const found: Found[] = [];
  const better: Filter[] = [];
  let passed = 0;
  for (const rank of [...ranks, undefined]) {
    const own: Filter = { all: [filter, ...(rank === undefined ? [] : [rank]), ...better.map((not) => ({ not }))] };
    const count = await documents.count(collection, own);
    const skip = Math.max(offset - passed, 0);
    if (skip < count && found.length < limit) {
      const missing = limit - found.length;
      found.push(...(await documents.find<Found>(collection, { filter: own, order, limit: missing, offset: skip })));
    }
    passed += count;
    if (rank !== undefined) better.push(rank);
  }
  return found;
};
