import { mayDelete } from '@almanac/identity';
import { forbidden, type RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import type { Post } from '../posts/post.ts';
import { guarded, mayEditPost, postOf } from '../posts/postAccess.ts';
import { type PostVariant, variants } from '../posts/postVariant.ts';

/** The type of the revised record, and the capture of its id in the path. */
interface RevisedRecord extends Pick<PostVariant, 'type'> {
  readonly capture?: string;
}

/** Returns the post whose revisions are requested. @throws DomainError 404 `rest_post_invalid_parent` */
export const parentOf = (
  core: Core,
  request: RestRequest<unknown>,
  { type, capture = 'parent' }: RevisedRecord,
): Promise<Post> => postOf(core, request, { type, capture, missing: coreErrors.unknownRevisedPost });

/** Allows callers who may edit the post to read its revisions. @throws DomainError 401 or 403 `rest_cannot_read` */
export const checkRead = async (core: Core, request: RestRequest<unknown>, revised: RevisedRecord): Promise<true> => {
  const post = await parentOf(core, request, revised);
  if (mayEditPost(request.principal, post)) return true;
  throw forbidden(request.principal, coreErrors.cannotReadRevisions);
};

/**
 * Allows callers who may delete the post to delete its revisions (docs/interface/core-revisions.md §4).
 * @throws DomainError `rest_cannot_delete`
 */
export const checkDelete = async (core: Core, request: RestRequest<unknown>): Promise<true> => {
  const post = await parentOf(core, request, variants.post);
  if (mayDelete(request.principal, post.type, guarded(post))) return true;
  throw forbidden(request.principal, coreErrors.cannotDeleteRevisions);
};
