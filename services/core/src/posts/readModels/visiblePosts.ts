import { permittedRecords, type TextLocks, textLocks } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { mayEdit, mayRead, type Principal } from '@almanac/identity';
import { ofType, type PostType } from '../post.ts';
import { writableStatuses } from '../statuses.ts';

/**
 * Returns the filter of posts that the principal may read or, in the context `edit`, edit: totals count only visible
 * posts (docs/interface/server.md §10.4). In the trash the former status decides. Undefined if the principal may do so
 * with all posts.
 */
export const visibleTo = (
  principal: Principal,
  context: 'view' | 'embed' | 'edit',
  type: PostType = 'post',
): Filter | undefined => {
  const may = context === 'edit' ? mayEdit : mayRead;
  return permittedRecords({
    principal,
    statuses: writableStatuses,
    ownStatus: 'keys.status',
    isPermitted: (post) => may(principal, type, post),
  });
};

/** Returns the filter of posts and pages that the principal may read or, in `edit`, edit; undefined for all. */
export const visibleOfAnyType = (principal: Principal, context: 'view' | 'edit' = 'view'): Filter | undefined => {
  const [posts, pages] = [visibleTo(principal, context, 'post'), visibleTo(principal, context, 'page')];
  if (posts === undefined && pages === undefined) return undefined;
  const every: Filter = { all: [] };
  return { any: [{ all: [ofType('post'), posts ?? every] }, { all: [ofType('page'), pages ?? every] }] };
};

/** Returns the posts of which a search reads no text but the title, or nothing at all for visitors. */
export const locksOfPosts = (principal: Principal, type: PostType = 'post'): TextLocks | undefined =>
  textLocks(principal, visibleTo(principal, 'edit', type), { openTexts: ['title'] });
