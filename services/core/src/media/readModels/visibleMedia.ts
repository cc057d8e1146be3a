import type { Filter } from '@almanac/documents';
import { can, mayEdit, type Principal, userId } from '@almanac/identity';
import { posts } from '../../posts/post.ts';
import { visibleOfAnyType } from '../../posts/readModels/visiblePosts.ts';

/** An id that no user has. */
const SOMEBODY_ELSE = -1;

const NO_MEDIUM: Filter = { field: 'id', in: [] };

/**
 * Returns the filter of media that the principal may read or, in the context `edit`, edit (docs/interface/core-media.md
 * §1). Undefined if the principal may do so with all media.
 */
export const visibleTo = (principal: Principal, context: 'view' | 'embed' | 'edit'): Filter | undefined => {
  const mine = userId(principal);
  const own: Filter = mine === 0 ? NO_MEDIUM : { field: 'author', equals: mine };
  if (context === 'edit') {
    const editsAll = mayEdit(principal, 'attachment', { author: SOMEBODY_ELSE, status: 'private' });
    return editsAll ? undefined : own;
  }
  const ofPosts = visibleOfAnyType(principal);
  const attached: readonly Filter[] =
    ofPosts === undefined
      ? []
      : [
          {
            any: [
              { field: 'parent', equals: 0 },
              { field: 'parent', referencedBy: { collection: posts, field: 'id', filter: ofPosts } },
            ],
          },
        ];
  const byStatus: readonly Filter[] = can(principal, 'read_private_posts')
    ? []
    : [{ field: 'status', equals: 'inherit' }];
  const conditions = [...byStatus, ...attached];
  return conditions.length === 0 ? undefined : { any: [own, { all: conditions }] };
};
