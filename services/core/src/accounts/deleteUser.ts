import type { UnitOfWork } from '@almanac/aggregates';
import type { Core } from '../core.ts';
import { letPostGo } from '../references/postReferences.ts';
import { revokeApplicationPassword } from './application-passwords/changeApplicationPassword.ts';
import { noSuchUser } from './users/accountErrors.ts';
import { isUser, user } from './users/user.ts';

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
  core: Pick<Core, 'languages' | 'site' | 'names'>,
  { id, reassign, uuids, posts }: DeleteUser,
): Promise<void> => {
  const state = await unit.load(user, id);
  if (!isUser(state)) throw noSuchUser();
  for (const uuid of uuids) await revokeApplicationPassword(unit, id, uuid);
  for (const post of posts) await letPostGo(unit, core, { kind: 'users', id, reassign }, post);
  await core.names.release(unit, 'login', state.login, id);
  await core.names.release(unit, 'email', state.email, id);
  await core.names.release(unit, 'slug', state.slug, id);
  await unit.append(user, id, [{ type: 'UserDeleted', data: { reassign } }]);
};
