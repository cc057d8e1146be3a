import { can, mayDelete, mayEdit, mayRead, type Principal, userId } from '@almanac/identity';
import { forbidden, type RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import type { Post } from '../posts/post.ts';
import { guarded } from '../posts/postAccess.ts';
import { postById } from '../posts/readModels/postList.ts';
import type { Context } from '../requestArgs.ts';
import type { Medium } from './medium.ts';
import { mediumById } from './readModels/mediaList.ts';

/** Returns the medium named in the path, loaded once a request. @throws DomainError 404 */
export const mediumOf = async (core: Core, request: RestRequest<unknown>): Promise<Medium> => {
  const id = Number(request.captures.id);
  const found = await request.remember(`medium:${id}`, () => mediumById(core.documents, id));
  if (found === undefined) throw coreErrors.unknownMedium();
  return found;
};

/** Returns the post that a medium is attached to. */
export const parentOf = async (
  core: Core,
  request: Pick<RestRequest, 'remember'>,
  { parent }: Pick<Medium, 'parent'>,
): Promise<Post | undefined> =>
  parent === 0 ? undefined : request.remember(`post:${parent}`, () => postById(core.documents, parent));

/**
 * True for the author's own media, and for private ones with the right to read them. Others are readable if their post
 * is (docs/interface/core-media.md §1).
 */
export const isReadable = (principal: Principal, medium: Medium, parent: Post | undefined): boolean => {
  const { author, status } = medium;
  if (author !== 0 && author === userId(principal)) return true;
  if (status === 'private') return can(principal, 'read_private_posts');
  return parent === undefined || mayRead(principal, 'post', guarded(parent));
};

/** True if everybody may see the medium: it is not private, and its parent post, if any, is published. */
export const isPublic = ({ parent, status }: Medium, post: Post | undefined): boolean =>
  status === 'inherit' && (parent === 0 || post === undefined || post.status === 'publish');

/** @throws DomainError 401 or 403 */
export const checkRead = async (
  core: Core,
  request: RestRequest<unknown>,
  medium: Medium,
  context: Context,
): Promise<void> => {
  const { principal } = request;
  if (context === 'edit' && !mayEdit(principal, 'attachment', medium)) {
    throw forbidden(principal, coreErrors.cannotReadEditableMedium);
  }
  if (!isReadable(principal, medium, await parentOf(core, request, medium))) throw forbidden(principal);
};

/** @throws DomainError 401 or 403 `rest_cannot_edit` */
export const checkEdit = ({ principal }: Pick<RestRequest, 'principal'>, medium: Medium): void => {
  if (mayEdit(principal, 'attachment', medium)) return;
  throw forbidden(principal, coreErrors.cannotEditMedium);
};

/** @throws DomainError 401 or 403 `rest_cannot_delete` */
export const checkDelete = ({ principal }: Pick<RestRequest, 'principal'>, medium: Medium): void => {
  if (mayDelete(principal, 'attachment', medium)) return;
  throw forbidden(principal, coreErrors.cannotDeleteMedium);
};
