import { type Filter, type FoundPage, findPage, type Order } from '@almanac/documents';
import { foldText } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import type { Term } from '../terms/term.ts';

/** The orders of lists of categories; `include` and `include_slugs` without their list mean the name. */
export const CATEGORY_ORDERS = [
  'id',
  'include',
  'name',
  'slug',
  'include_slugs',
  'term_group',
  'description',
  'count',
] as const;

export interface CategoryQuery {
  readonly filter: Filter;
  readonly orderBy: (typeof CATEGORY_ORDERS)[number];
  readonly direction: Order['direction'];
  readonly include: readonly number[];
  /** Cleaned slugs. */
  readonly slugs: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

type Sources = Pick<Calendar, 'documents' | 'linkingEvents'>;

const { collection, plural } = categoryTaxonomy;

/** Returns one page of event categories and their total (docs/interface/core-terms.md §2). */
export const categoryPage = async (sources: Sources, query: CategoryQuery): Promise<FoundPage<Term>> => {
  const { filter, direction, limit, offset } = query;
  const field = storedField(query);
  if (field !== undefined)
    return findPage<Term>(sources.documents, collection, { filter, order: [{ field, direction }], limit, offset });
  const sorted = await sortedCategories(sources, query);
  return { found: sorted.slice(offset, offset + limit), total: sorted.length };
};

/** Returns the field by which documents are ordered; undefined if categories are sorted here. */
const storedField = ({ orderBy, include, slugs }: CategoryQuery): string | undefined => {
  switch (orderBy) {
    case 'count':
    case 'description':
      return undefined;
    case 'include':
      return include.length > 0 ? undefined : 'sortName';
    case 'include_slugs':
      return slugs.length > 0 ? undefined : 'sortName';
    case 'name':
      return 'sortName';
    case 'slug':
      return 'slug';
    default:
      return 'id';
  }
};

const sortedCategories = async (
  { documents, linkingEvents }: Sources,
  { filter, orderBy, direction, include, slugs }: CategoryQuery,
): Promise<Term[]> => {
  const terms = await documents.find<Term>(collection, { filter });
  if (orderBy === 'include') return terms.toSorted((a, b) => include.indexOf(a.id) - include.indexOf(b.id));
  if (orderBy === 'include_slugs') return terms.toSorted((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug));
  const ids = terms.map(({ id }) => id);
  const counts = orderBy === 'count' ? await linkingEvents.countsOf(plural, ids) : undefined;
  const keys = new Map(
    terms.map(({ id, description }): [number, number | string] => [
      id,
      counts === undefined ? foldText(description) : (counts.get(id) ?? 0),
    ]),
  );
  const keyOf = ({ id }: Term): number | string => keys.get(id) ?? 0;
  const sign = direction === 'asc' ? 1 : -1;
  return terms.toSorted((a, b) => sign * (compared(keyOf(a), keyOf(b)) || a.id - b.id));
};

const compared = (one: number | string, other: number | string): number => (one < other ? -1 : Number(one > other));
