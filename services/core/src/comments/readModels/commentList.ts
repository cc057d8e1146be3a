import { type Documents, type Filter, type FoundPage, findPage, type Order } from '@almanac/documents';
import { posts } from '../../posts/post.ts';
import { type Comment, comments } from '../comment.ts';

/** Returns a comment; undefined if it is missing. */
export const commentById = async (documents: Documents, id: number): Promise<Comment | undefined> =>
  (await documents.getMany<Comment>(comments, [id]))[0];

/** Returns which of these comments have approved answers. */
export const answeredAmong = async (documents: Documents, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const approved: Filter = { field: 'status', equals: 'approved' };
  const counts =
    ids.length === 0 ? new Map<number, number>() : await documents.countBy(comments, 'parent', ids, approved);
  return new Set([...counts].flatMap(([id, count]) => (count > 0 ? [id] : [])));
};

export interface CommentQuery {
  readonly filter: Filter;
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  readonly include: readonly number[];
  readonly limit: number;
  readonly offset: number;
}

const FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ date: 'date', id: 'id', post: 'post', parent: 'parent', type: 'id' }),
);

/** Returns a page of comments; the order `include` follows the given ids. */
export const listComments = async (documents: Documents, query: CommentQuery): Promise<Comment[]> => {
  const { filter, orderBy, direction, include, limit, offset } = query;
  if (orderBy === 'include' && include.length > 0) {
    const all = await documents.find<Comment>(comments, { filter });
    return all.toSorted((a, b) => include.indexOf(a.id) - include.indexOf(b.id)).slice(offset, offset + limit);
  }
  const order: Order[] = [{ field: FIELDS.get(orderBy) ?? 'dateUtc', direction }];
  return documents.find<Comment>(comments, { filter, order, limit, offset });
};

const approvedOn = (post: number): Filter => ({
  all: [
    { field: 'post', equals: post },
    { field: 'status', equals: 'approved' },
  ],
});

/** Returns approved comments on a post, oldest first, and the number of all. */
export const approvedComments = async (
  documents: Documents,
  post: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<FoundPage<Comment>> => {
  const filter = approvedOn(post);
  const order: Order[] = [{ field: 'dateUtc', direction: 'asc' }];
  return findPage<Comment>(documents, comments, { filter, order, limit, offset });
};

/** Returns the newest comment of a user; undefined if the user wrote none. */
export const newestOf = async (documents: Documents, author: number): Promise<Comment | undefined> => {
  const filter: Filter = { field: 'author', equals: author };
  const order: Order[] = [{ field: 'writtenUtc', direction: 'desc' }];
  return (await documents.find<Comment>(comments, { filter, order, limit: 1 }))[0];
};

/** Returns the newest approved comments on the posts and pages that the filter finds. */
export const newestOnPosts = (documents: Documents, filter: Filter, limit: number): Promise<Comment[]> =>
  documents.find<Comment>(comments, {
    filter: {
      all: [
        { field: 'status', equals: 'approved' },
        { field: 'post', referencedBy: { collection: posts, field: 'id', filter } },
      ],
    },
    order: [{ field: 'dateUtc', direction: 'desc' }],
    limit,
  });

/** True if a user has an approved comment. */
export const hasApproved = async (documents: Documents, author: number): Promise<boolean> => {
  const filter: Filter = {
    all: [
      { field: 'author', equals: author },
      { field: 'status', equals: 'approved' },
    ],
  };
  return (await documents.find<Comment>(comments, { filter, limit: 1 })).length > 0;
};

/** Returns the comments on a post outside the trash with this digest. */
export const sameComments = (documents: Documents, post: number, digest: string): Promise<Comment[]> =>
  documents.find<Comment>(comments, {
    filter: {
      all: [
        { field: 'post', equals: post },
        { field: 'digest', equals: digest },
        { not: { field: 'status', equals: 'trash' } },
      ],
    },
  });
