import { readUserOfCore, type UserFacts } from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import { invalidParams } from '@almanac/rest';
import { askInternal } from '@almanac/service';
import type { Translation } from '../translation.ts';

/** A user as translation keeps it; core owns it. */
export type UserCopy = UserFacts;

export const userCopies: Collection = { name: 'user-copies', projectionVersion: 1 };

/** The public names of users by their ids; "" for one of whom nothing is known. */
export const namesOf = async (documents: Documents, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const asked = [...new Set(ids)];
  const copies = await Promise.all(asked.map((id) => documents.get<UserCopy>(userCopies, id)));
  return new Map(asked.map((id, index) => [id, copies[index]?.body?.name ?? '']));
};

/**
 * Refuses an id that is no user's. Core is asked about a user of whom there is no copy yet.
 * @throws DomainError 400 naming `user_id`
 */
export const requireUser = async ({ documents, fetchInternal }: Translation, id: number): Promise<void> => {
  const copy = await documents.get<UserCopy>(userCopies, id);
  if (copy?.body) return;
  const deleted = copy?.body === null;
  if (!deleted && (await askInternal(fetchInternal, readUserOfCore, { at: { id } })).refused === undefined) return;
  throw invalidParams({ user_id: '{name} names a user that does not exist.' });
};
