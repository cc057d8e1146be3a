import type { Documents } from '@almanac/documents';
import { mayDelete, mayEdit, mayReadMedium, type Principal } from '@almanac/identity';
import { forbidden, type RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { type Post, posts } from '../posts/post.ts';
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

/** True if the principal may read a medium that is attached to this post, if to any. */
export const isReadable = (principal: Principal, medium: Medium, parent: Post | undefined): boolean =>
  mayReadMedium(principal, medium, parent && { ...guarded(parent), type: parent.type });

/** Returns the media that the principal may read. */
export const readableMedia = async (
  documents: Documents,
  principal: Principal,
  found: readonly Medium[],
): Promise<Medium[]> => {
  const parents = await parentsOf(documents, found);
  return found.filter((medium) => isReadable(principal, medium, parents.get(medium.parent)));
};

/** Returns the posts that media are attached to, by their ids. */
export const parentsOf = async (documents: Documents, found: readonly Medium[]): Promise<ReadonlyMap<number, Post>> => {
  const ids = [...new Set(found.flatMap(({ parent }) => (parent === 0 ? [] : [parent])))];
  const parents = ids.length === 0 ? [] : await documents.getMany<Post>(posts, ids);
  return new Map(parents.map((post) => [post.id, post]));
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
