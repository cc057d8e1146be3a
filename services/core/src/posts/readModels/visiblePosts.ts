import type { Filter } from '@almanac/documents';
import { mayEdit, mayRead, type Principal, userId } from '@almanac/identity';
import { type Status, writableStatuses } from '../statuses.ts';

/** An id that no user has. */
const SOMEBODY_ELSE = -1;

const statusesWith = (may: (status: Status) => boolean): Status[] => writableStatuses.filter(may);

/**
 * Returns the filter of posts that the principal may read or, in the context `edit`, edit: totals count only visible
 * posts (docs/interface/server.md §10.4). In the trash the former status decides. Undefined if the principal may do so
 * with all posts.
 */
export const visibleTo = (principal: Principal, context: 'view' | 'embed' | 'edit'): Filter | undefined => {
  const may = context === 'edit' ? mayEdit : mayRead;
  const mine = userId(principal);
  const others = statusesWith((status) => may(principal, 'post', { author: SOMEBODY_ELSE, status }));
  if (others.length === writableStatuses.length) return undefined;
  const foreign: Filter = { field: 'status', in: others };
  if (mine === 0) return foreign;
  const own = statusesWith((status) => may(principal, 'post', { author: mine, status }));
  const ofMine: Filter = {
    all: [
      { field: 'author', equals: mine },
      { field: 'keys.status', in: own },
    ],
  };
  return { any: [foreign, ofMine] };
};
