import { readUserOfCore, type UserFacts } from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import { invalidParams } from '@almanac/rest';
import { askInternal } from '@almanac/service';
import type { Translation } from '../translation.ts';

/** A copy of a user from core. */
export type UserCopy = UserFacts;

export const userCopies: Collection = { name: 'user-copies', projectionVersion: 1 };

/** Returns the public names of users by their ids; "" for an unknown user. */
export const namesOf = async (documents: Documents, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const asked = [...new Set(ids)];
  const copies = await Promise.all(asked.map((id) => documents.get<UserCopy>(userCopies, id)));
  return new Map(asked.map((id, index) => [id, copies[index]?.body?.name ?? '']));
};

/**
 * Checks that a user exists. Asks core if there is no copy of the user yet.
 * @throws DomainError 400 for `user_id`
 */
export const requireUser = async ({ documents, fetchInternal }: Translation, id: number): Promise<void> => {
  const copy = await documents.get<UserCopy>(userCopies, id);
  if (copy?.body) return;
  const deleted = copy?.body === null;
  if (!deleted && (await askInternal(fetchInternal, readUserOfCore, { at: { id } })).refused === undefined) return;
  throw invalidParams({ user_id: '{name} names a user that does not exist.' });
};
