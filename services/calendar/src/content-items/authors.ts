import { readUserOfCore, type UserFacts } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { invalidParams } from '@almanac/rest';
import { askInternal } from '@almanac/service';
import type { Calendar } from '../calendar.ts';

/** The calendar's copy of a user, which core owns. */
type UserCopy = UserFacts;

export const userCopies: Collection = { name: 'user-copies', projectionVersion: 1 };

/**
 * Refuses an author who is not a user. Core is asked about a user without a copy.
 * @throws DomainError 400 naming `author`
 */
export const requireAuthor = async (calendar: Calendar, author: number | undefined): Promise<void> => {
  if (author === undefined) return;
  const copy = await calendar.documents.get<UserCopy>(userCopies, author);
  const known = copy?.body ?? undefined;
  if (known !== undefined) return;
  const deleted = copy?.body === null;
  if (
    !deleted &&
    (await askInternal(calendar.fetchInternal, readUserOfCore, { at: { id: author } })).refused === undefined
  )
    return;
  throw invalidParams({ author: '{name} names a user that does not exist.' });
};
