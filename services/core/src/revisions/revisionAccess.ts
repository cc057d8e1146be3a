import { mayDelete, mayEdit } from '@almanac/identity';
import { forbidden, type RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import type { Post } from '../posts/post.ts';
import { guarded, postOf } from '../posts/postAccess.ts';

/** Returns the post whose revisions are requested. @throws DomainError 404 `rest_post_invalid_parent` */
export const parentOf = (core: Core, request: RestRequest<unknown>, capture = 'parent'): Promise<Post> =>
  postOf(core, request, { capture, missing: coreErrors.unknownRevisedPost });

/** Allows callers who may edit the post to read its revisions. @throws DomainError 401 or 403 `rest_cannot_read` */
export const checkRead = async (core: Core, request: RestRequest<unknown>, capture = 'parent'): Promise<true> => {
  const post = await parentOf(core, request, capture);
  if (mayEdit(request.principal, 'post', guarded(post))) return true;
  throw forbidden(request.principal, coreErrors.cannotReadRevisions);
};

/**
 * Allows callers who may delete the post to delete its revisions (docs/interface/core-revisions.md §4).
 * @throws DomainError `rest_cannot_delete`
 */
export const checkDelete = async (core: Core, request: RestRequest<unknown>): Promise<true> => {
  const post = await parentOf(core, request);
  if (mayDelete(request.principal, 'post', guarded(post))) return true;
  throw forbidden(request.principal, coreErrors.cannotDeleteRevisions);
};
