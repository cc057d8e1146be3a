import type { Collection, Documents, Filter, Order } from '@almanac/documents';

export interface RankedPage {
  readonly collection: Collection;
  readonly filter: Filter;
  /** Ranks, the best first; records that match none come last. */
  readonly ranks: readonly Filter[];
  readonly order: readonly Order[];
  readonly limit: number;
  readonly offset: number;
  /** Texts that are not needed. */
  readonly without: readonly string[];
}

/**
 * Returns a page of records by rank, then by order. It reads only the records on the page, and counts only the ranks of
 * the pages before.
 */
export const rankedPage = async <Found>(
  documents: Documents,
  { collection, filter, ranks, order, limit, offset, without }: RankedPage,
): Promise<Found[]> => {
  const found: Found[] = [];
  const better: Filter[] = [];
  let skip = offset;
  for (const rank of [...ranks, undefined]) {
    if (found.length >= limit) break;
    const own: Filter = { all: [filter, ...(rank === undefined ? [] : [rank]), ...better.map((not) => ({ not }))] };
    if (rank !== undefined) better.push(rank);
    const count = skip > 0 ? await documents.count(collection, own) : Number.POSITIVE_INFINITY;
    if (skip >= count) {
      skip -= count;
      continue;
    }
    const query = { filter: own, order, limit: limit - found.length, offset: skip, without };
    found.push(...(await documents.find<Found>(collection, query)));
    skip = 0;
  }
  return found;
};
