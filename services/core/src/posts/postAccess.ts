import type { Documents, Filter } from '@almanac/documents';
import { mayDelete, mayEdit, mayRead, type Principal } from '@almanac/identity';
import { forbidden, type RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import type { NamingPosts } from '../ports.ts';
import type { Context } from '../requestArgs.ts';
import { type Post, type PostType, posts } from './post.ts';
import { postById } from './readModels/postList.ts';

/** True if the principal may read this post or page. */
export const mayReadPost = (principal: Principal, post: Post): boolean => mayRead(principal, post.type, guarded(post));

/** Returns the members of a post on which rights depend. */
export const guarded = ({ author, status, statusBeforeTrash }: Post) => ({
  author,
  status,
  ...(statusBeforeTrash === null ? {} : { statusBeforeTrash }),
});

/** True if the principal may edit this post. */
export const mayEditPost = (principal: Principal, post: Post): boolean => mayEdit(principal, post.type, guarded(post));

/**
 * Returns the post or page named in the path, loaded once a request. @throws DomainError 404, default `rest_post_invalid_id`
 */
export const postOf = async (
  core: Core,
  request: RestRequest<unknown>,
  {
    type = 'post',
    capture = 'id',
    missing = coreErrors.unknownPost,
  }: { readonly type?: PostType; readonly capture?: string; readonly missing?: () => Error } = {},
): Promise<Post> => {
  const id = Number(request.captures[capture]);
  const found = await request.remember(`post:${id}`, () => postById(core.documents, id));
  if (found === undefined || found.type !== type) throw missing();
  return found;
};

/** @throws DomainError 401 or 403 with the codes of docs/interface/core-posts.md §4 */
export const checkRead = ({ principal }: RestRequest<unknown>, post: Post, context: Context): void => {
  if (context === 'edit' && !mayEditPost(principal, post)) {
    throw forbidden(principal, coreErrors.cannotReadEditablePost);
  }
  if (!mayRead(principal, post.type, guarded(post))) throw forbidden(principal);
};

/** @throws DomainError 401 or 403 `rest_cannot_edit` */
export const checkEdit = ({ principal }: RestRequest<unknown>, post: Post): void => {
  if (mayEditPost(principal, post)) return;
  throw forbidden(principal, coreErrors.cannotEditPost);
};

/** @throws DomainError 401 or 403 `rest_cannot_delete` */
export const checkDelete = ({ principal }: RestRequest<unknown>, post: Post): void => {
  if (mayDelete(principal, post.type, guarded(post))) return;
  throw forbidden(principal, coreErrors.cannotDeletePost);
};

const published: Filter = { field: 'status', equals: 'publish' };

/** Implements the queries of users and terms about posts. */
export const createNamingPosts = (documents: Documents): NamingPosts => ({
  namedByPublished: (field) => ({ referencedBy: { collection: posts, field, filter: published } }),
  countsOf: async (field, ids) =>
    ids.length === 0 ? new Map() : await documents.countBy(posts, field, ids, published),
  termsOf: async ({ principal, remember }, id) => {
    const post = await remember(`post:${id}`, () => postById(documents, id));
    if (post === undefined) return undefined;
    const { categories, tags } = post;
    return { categories, tags, isReadable: mayRead(principal, post.type, guarded(post)) };
  },
});
