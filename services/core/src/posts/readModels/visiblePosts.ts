import { permittedRecords, type TextLocks, textLocks } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { mayEdit, mayRead, type Principal } from '@almanac/identity';
import { writableStatuses } from '../statuses.ts';

/**
 * Returns the filter of posts that the principal may read or, in the context `edit`, edit: totals count only visible
 * posts (docs/interface/server.md §10.4). In the trash the former status decides. Undefined if the principal may do so
 * with all posts.
 */
export const visibleTo = (principal: Principal, context: 'view' | 'embed' | 'edit'): Filter | undefined => {
  const may = context === 'edit' ? mayEdit : mayRead;
  return permittedRecords({
    principal,
    statuses: writableStatuses,
    ownStatus: 'keys.status',
    isPermitted: (post) => may(principal, 'post', post),
  });
};

/** Returns the posts of which a search reads no text but the title, or nothing at all for visitors. */
export const locksOfPosts = (principal: Principal): TextLocks | undefined =>
  textLocks(principal, visibleTo(principal, 'edit'), { openTexts: ['title'] });
