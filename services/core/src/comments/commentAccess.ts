import { can, type Principal, userId } from '@almanac/identity';
import { forbidden, type RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import type { Post } from '../posts/post.ts';
import { mayEditPost, mayReadPost } from '../posts/postAccess.ts';
import { isRightPassword } from '../posts/postPassword.ts';
import { postById } from '../posts/readModels/postList.ts';
import type { Comment } from './comment.ts';
import { commentById } from './readModels/commentList.ts';

export const moderates = (principal: Principal): boolean => can(principal, 'moderate_comments');

/** Returns the comment named in the path, loaded once a request. @throws DomainError 404 `rest_comment_invalid_id` */
export const commentOf = async (core: Core, request: RestRequest<unknown>): Promise<Comment> => {
  const id = Number(request.captures.id);
  const found = await request.remember(`comment:${id}`, () => commentById(core.documents, id));
  if (found === undefined) throw coreErrors.unknownComment();
  return found;
};

/** Returns the post or page of a comment, loaded once a request; undefined if it is missing. */
export const postOfComment = (
  core: Core,
  request: Pick<RestRequest, 'remember'>,
  { post }: Pick<Comment, 'post'>,
): Promise<Post | undefined> => request.remember(`post:${post}`, () => postById(core.documents, post));

/** True if the caller may read the comments of a post; a protected post needs its password, or the right to edit it. */
export const mayReadCommentsOf = (principal: Principal, post: Post, password: string | undefined): boolean => {
  if (post.password !== '' && !isRightPassword(post, password)) return mayEditPost(principal, post);
  return mayReadPost(principal, post);
};

/** True if the caller may change or delete the comment: moderators, and editors of its post. */
export const mayEditComment = (principal: Principal, post: Post | undefined): boolean =>
  moderates(principal) || (post !== undefined && mayEditPost(principal, post));

/** True if the caller may read the comment: an approved one of a readable post, their own, or one they may change. */
export const mayReadComment = (
  principal: Principal,
  comment: Comment,
  { post, password }: { readonly post: Post | undefined; readonly password: string | undefined },
): boolean => {
  if (post !== undefined && comment.status === 'approved' && mayReadCommentsOf(principal, post, password)) return true;
  const own = userId(principal);
  return (own !== 0 && own === comment.author) || mayEditComment(principal, post);
};

/** @throws DomainError 401 or 403 `rest_cannot_edit`, `rest_cannot_delete` */
export const checkChange = async (
  core: Core,
  request: RestRequest<unknown>,
  refusal: typeof coreErrors.cannotEditComment | typeof coreErrors.cannotDeleteComment,
): Promise<true> => {
  const comment = await commentOf(core, request);
  if (mayEditComment(request.principal, await postOfComment(core, request, comment))) return true;
  throw forbidden(request.principal, refusal);
};
