import type { UnitOfWork } from '@almanac/aggregates';
import { revokeApplicationPassword } from '../application-passwords/changeApplicationPassword.ts';
import type { PostPorts, Writing } from '../posts/createPost.ts';
import { reassign as reassignPost } from '../posts/dropReferences.ts';
import { trashPost } from '../posts/trashPost.ts';
import { noSuchUser } from './accountErrors.ts';
import { isUser, user } from './user.ts';
import type { UserNames } from './userNames.ts';

export interface DeleteUser {
  readonly id: number;
  /** Who gets the posts; null: they are trashed. */
  readonly reassign: number | null;
  /** Application passwords in force. */
  readonly uuids: readonly string[];
  /** Ids of the user's posts. */
  readonly posts: readonly number[];
}

/** Deletes a user for good, with all that signs in as them (core-adjacent.md §2.5). @throws DomainError 404 */
export const deleteUser = async (
  unit: UnitOfWork,
  ports: PostPorts & { readonly names: UserNames },
  writing: Writing,
  { id, reassign, uuids, posts }: DeleteUser,
): Promise<void> => {
  const state = await unit.load(user, id);
  if (!isUser(state)) throw noSuchUser();
  for (const uuid of uuids) await revokeApplicationPassword(unit, id, uuid);
  for (const post of posts) {
    if (reassign === null) await trashPost(unit, ports, writing, post);
    else await reassignPost(unit, { post, from: id, to: reassign });
  }
  await ports.names.release(unit, 'login', state.login, id);
  await ports.names.release(unit, 'email', state.email, id);
  await ports.names.release(unit, 'slug', state.slug, id);
  await unit.append(user, id, [{ type: 'UserDeleted', data: { reassign } }]);
};
