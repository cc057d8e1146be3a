import type { Collection, Documents, Filter, Order } from '@almanac/documents';
import { rankedPage } from './rankedPage.ts';
import { type Columns, type PostSearch, relevanceRanks } from './searchFilter.ts';

/** Query of a list of posts or media. */
export interface ListQuery {
  readonly filter: Filter;
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  /** Ids and slugs in their given order, for the orders `include` and `include_slugs`. */
  readonly include: readonly number[];
  readonly slugs: readonly string[];
  readonly search: PostSearch | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Texts that are not needed. */
  readonly without?: readonly string[];
}

/** Order of a kind of record. */
export interface Ordering {
  readonly collection: Collection;
  /** The field compared by each order; any other order compares dates. */
  readonly fields: Readonly<Record<string, string>>;
  /** The columns that the order by relevance searches. */
  readonly columns: Columns;
}

interface OrderedRow {
  readonly id: number;
  readonly slug: string;
}

/** Ties are ordered by id, in the same direction (docs/interface/server.md §10.4). */
export const orderOf = ({ fields }: Ordering, { orderBy, direction }: ListQuery): Order[] => [
  { field: fields[orderBy] ?? 'date', direction: orderBy === 'include_slugs' ? 'asc' : direction },
];

/** Returns the records of a page, in the requested order (docs/interface/core-posts.md §3.5). */
export const orderedPage = async <Found extends OrderedRow>(
  documents: Documents,
  ordering: Ordering,
  query: ListQuery,
): Promise<Found[]> => {
  const { collection, columns } = ordering;
  const { filter, limit, offset, search, orderBy, include, slugs, without = [] } = query;
  const inGivenOrder = async (rank: (record: Found) => number): Promise<Found[]> => {
    const all = await documents.find<Found>(collection, { filter, without });
    return all.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id).slice(offset, offset + limit);
  };
  if (orderBy === 'include') return inGivenOrder(({ id }) => include.indexOf(id));
  if (orderBy === 'include_slugs' && slugs.length > 0) return inGivenOrder(({ slug }) => slugs.indexOf(slug));
  const order = orderOf(ordering, query);
  const ranks = orderBy === 'relevance' && search !== undefined ? relevanceRanks(search, columns) : [];
  if (ranks.length > 0)
    return rankedPage<Found>(documents, { collection, filter, ranks, order, limit, offset, without });
  return documents.find<Found>(collection, { filter, order, limit, offset, without });
};
