import type { Filter } from '@almanac/documents';
import { mayEdit, mayRead, type Principal, userId } from '@almanac/identity';
import { type Status, writableStatuses } from '../statuses.ts';

/** A user that nobody is. */
const SOMEBODY_ELSE = -1;

const statusesWith = (may: (status: Status) => boolean): Status[] => writableStatuses.filter(may);

/**
 * Posts that the principal may read, or in the edit context edit: totals describe what the caller may see
 * (docs/interface/server.md §10.4). In the trash the status before decides. Undefined where that is all of them.
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
