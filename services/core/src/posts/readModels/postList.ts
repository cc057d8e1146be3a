import { slugScope } from '@almanac/content-model';
import type { Documents, Filter } from '@almanac/documents';
import { type Claim, claimId, claims, idOfStream } from '@almanac/event-sourcing';
import { ofType, type Post, posts } from '../post.ts';
import { type PostVariant, variants } from '../postVariant.ts';
import { type ListQuery, type Ordering, orderedPage, orderOf } from './orderedPage.ts';

/** Fields by order; posts have no parent, so that order uses the id. */
export const orderFields = {
  date: 'date',
  modified: 'modified',
  author: 'author',
  id: 'id',
  parent: 'id',
  slug: 'slug',
  title: 'keys.title',
} as const;

const pageOrderFields = { ...orderFields, parent: 'parent', menu_order: 'menuOrder' } as const;

const ordering = ({ hierarchical }: Pick<PostVariant, 'hierarchical'>): Ordering => ({
  collection: posts,
  fields: hierarchical ? pageOrderFields : orderFields,
  columns: { title: 'title', excerpt: 'excerpt', content: 'content' },
});

/** Returns the posts of a page, in the requested order. */
export const pageOfPosts = (
  documents: Documents,
  query: ListQuery,
  variant: PostVariant = variants.post,
): Promise<Post[]> => orderedPage<Post>(documents, ordering(variant), query);

/**
 * Returns the first page with the list's sticky posts before the others; it may exceed the page size
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
  const { without = [] } = query;
  const order = orderOf(ordering(variants.post), query);
  const first = await documents.find<Post>(posts, { filter: sticky, order, without });
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...page.filter(({ id }) => !ids.has(id))];
};

/** Returns a post; undefined if it is missing. */
export const postById = async (documents: Documents, id: number): Promise<Post | undefined> =>
  (await documents.getMany<Post>(posts, [id]))[0];

/** Returns the page at a path of the site; undefined if there is none. */
export const pageAtPath = async (documents: Documents, path: string): Promise<Post | undefined> =>
  (await documents.find<Post>(posts, { filter: { field: 'path', equals: path }, limit: 1 }))[0];

/** Returns the public page, or else the public post, that has or had a slug in a language; the newest of several. */
export const publicPostByFormerAddress = async (
  documents: Documents,
  slug: string,
  language: string,
): Promise<Post | undefined> => {
  const find = async (named: Filter): Promise<Post | undefined> => {
    const filter: Filter = {
      all: [{ field: 'language', equals: language }, { field: 'status', equals: 'publish' }, named],
    };
    const order = [{ field: 'id', direction: 'desc' }] as const;
    return (await documents.find<Post>(posts, { filter, order, limit: 1 }))[0];
  };
  return (
    (await find({ all: [ofType('page'), { field: 'slug', equals: slug }] })) ??
    (await find({ field: 'formerSlugs', contains: [slug] }))
  );
};

/** Returns the post, or the page at the top, that has a slug in a language, whatever its status. */
export const postWithSlug = async (
  { documents }: { readonly documents: Documents },
  slug: string,
  language: string,
): Promise<Post | undefined> => {
  const claim = await documents.get<Claim>(claims, claimId(slugScope('post', language), slug));
  const by = claim?.body?.by ?? null;
  return by === null ? undefined : postById(documents, Number(idOfStream(by)));
};
