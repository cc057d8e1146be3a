import type { Documents, Filter } from '@almanac/documents';
import { type Post, posts } from '../post.ts';
import { type ListQuery, type Ordering, orderedPage, orderOf } from './orderedPage.ts';

/** By the names of orders; posts have no parent, and go by id. */
export const orderFields = {
  date: 'date',
  modified: 'modified',
  author: 'author',
  id: 'id',
  parent: 'id',
  slug: 'slug',
  title: 'keys.title',
} as const;

const ordering: Ordering = {
  collection: posts,
  fields: orderFields,
  columns: { title: 'title', excerpt: 'excerpt', content: 'content' },
};

/** The posts of a page, in its order. */
export const pageOfPosts = (documents: Documents, query: ListQuery): Promise<Post[]> =>
  orderedPage<Post>(documents, ordering, query);

/**
 * The first page with the sticky posts of the list before the others; it may be longer
 * (docs/interface/core-posts.md §3.7).
 */
export const withStickyFirst = async (
  documents: Documents,
  query: ListQuery,
  page: readonly Post[],
): Promise<Post[]> => {
  const sticky: Filter = {
    all: [query.filter, { field: 'sticky', equals: true }, { field: 'status', equals: 'publish' }],
  };
  const first = await documents.find<Post>(posts, { filter: sticky, order: orderOf(ordering, query) });
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...page.filter(({ id }) => !ids.has(id))];
};

/** A post that is there; undefined otherwise. */
export const postById = async (documents: Documents, id: number): Promise<Post | undefined> =>
  (await documents.getMany<Post>(posts, [id]))[0];
