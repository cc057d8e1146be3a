import type { Documents, Filter, Order } from '@almanac/documents';
import { type Post, posts } from '../post.ts';
import { rankedPage } from './rankedPage.ts';
import { type PostSearch, relevanceRanks } from './searchFilter.ts';

export interface PostQuery {
  readonly filter: Filter;
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  /** The order of `include`, and of `include_slugs`. */
  readonly include: readonly number[];
  readonly slugs: readonly string[];
  readonly search: PostSearch | undefined;
  readonly limit: number;
  readonly offset: number;
}

const FIELDS: Readonly<Record<string, string>> = {
  date: 'date',
  modified: 'modified',
  author: 'author',
  id: 'id',
  parent: 'id',
  slug: 'slug',
  title: 'keys.title',
};

/** Ties go by id, in the same direction (decisions.md). */
const orderOf = ({ orderBy, direction }: Pick<PostQuery, 'orderBy' | 'direction'>): Order[] => [
  { field: FIELDS[orderBy] ?? 'date', direction: orderBy === 'include_slugs' ? 'asc' : direction },
];

/** The posts of a page, in its order (core-posts.md §3.5). */
export const pageOfPosts = async (documents: Documents, query: PostQuery): Promise<Post[]> => {
  const { filter, limit, offset, search } = query;
  if (query.orderBy === 'include') return inGivenOrder(documents, query, ({ id }) => query.include.indexOf(id));
  if (query.orderBy === 'include_slugs' && query.slugs.length > 0) {
    return inGivenOrder(documents, query, ({ slug }) => query.slugs.indexOf(slug));
  }
  const ranks = query.orderBy === 'relevance' && search !== undefined ? relevanceRanks(search) : [];
  const order = orderOf(query);
  if (ranks.length > 0) return rankedPage(documents, { filter, ranks, order, limit, offset });
  return documents.find<Post>(posts, { filter, order, limit, offset });
};

const inGivenOrder = async (
  documents: Documents,
  { filter, limit, offset }: PostQuery,
  place: (post: Post) => number,
): Promise<Post[]> => {
  const all = await documents.find<Post>(posts, { filter });
  return all.toSorted((a, b) => place(a) - place(b) || a.id - b.id).slice(offset, offset + limit);
};

/** The first page with the sticky posts of the list before the others; it may be longer (core-posts.md §3.7). */
export const withStickyFirst = async (
  documents: Documents,
  query: PostQuery,
  page: readonly Post[],
): Promise<Post[]> => {
  const sticky: Filter = {
    all: [query.filter, { field: 'sticky', equals: true }, { field: 'status', equals: 'publish' }],
  };
  const first = await documents.find<Post>(posts, { filter: sticky, order: orderOf(query) });
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...page.filter(({ id }) => !ids.has(id))];
};

/** A post that is there; undefined otherwise. */
export const postById = async (documents: Documents, id: number): Promise<Post | undefined> =>
  (await documents.getMany<Post>(posts, [id]))[0];
