import type { Collection, Documents, Filter, Order } from '@almanac/documents';
import { coreErrors } from '../../errors.ts';

/** Records of a collection in an order that they share with other sources. */
export interface SortedSource<Found> {
  readonly collection: Collection;
  readonly filter: Filter;
  readonly order: Order;
  /** Texts that are not needed. */
  readonly without?: readonly string[];
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

/** Number of records that the pages of a search reach: several sources are read from the start. */
const MAX_OFFSET = 1000;

/** @throws DomainError 400 if a page with records is too deep; one past the end is empty */
export const checkDepth = (offset: number, total: number): void => {
  if (offset >= MAX_OFFSET && offset < total) throw coreErrors.searchTooDeep({ params: { limit: MAX_OFFSET } });
};

/** Compares records of sources with the same direction; ties by id, in that direction too. */
const comparing =
  (direction: Order['direction']) =>
  (a: readonly [string, number], b: readonly [string, number]): number => {
    const sign = direction === 'asc' ? 1 : -1;
    if (a[0] !== b[0]) return a[0] < b[0] ? -sign : sign;
    return sign * (a[1] - b[1]);
  };

/**
 * Returns a page of the records of all sources, merged in their order. A single source is paged by its index; several are
 * read from the start, which `checkDepth` bounds.
 */
export const mergedPage = async <Found extends { readonly id: number }>(
  documents: Documents,
  sources: readonly SortedSource<Found>[],
  { limit, offset }: Window,
): Promise<FoundRecord<Found>[]> => {
  const compare = comparing(sources[0]?.order.direction ?? 'asc');
  const start = sources.length === 1 ? offset : 0;
  const read = await Promise.all(
    sources.map(async ({ collection, filter, order, without = [], keyOf, kind }) => {
      const window = { limit: offset - start + limit, offset: start };
      const found = await documents.find<Found>(collection, { filter, order: [order], without, ...window });
      return found.map((record) => ({ kind, record, place: [keyOf(record), record.id] as const }));
    }),
  );
  return read
    .flat()
    .toSorted((a, b) => compare(a.place, b.place))
    .slice(offset - start, offset - start + limit)
    .map(({ kind, record }) => ({ kind, record }));
};
