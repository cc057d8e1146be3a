import type { Filter } from '@almanac/documents';
import { type GuardedRecord, type Principal, userId } from '@almanac/identity';

/** An id that no user has. */
const SOMEBODY_ELSE = -1;

interface Permission<Status extends string> {
  readonly principal: Principal;
  /** The statuses of records outside the trash. */
  readonly statuses: readonly Status[];
  /** Field of the status that decides over the principal's own records. */
  readonly ownStatus: string;
  readonly isPermitted: (record: GuardedRecord & { readonly status: Status }) => boolean;
}

/** Returns the filter of the records for which the principal has a permission; undefined if for all. */
export const permittedRecords = <Status extends string>({
  principal,
  statuses,
  ownStatus,
  isPermitted,
}: Permission<Status>): Filter | undefined => {
  const permitted = (author: number) => statuses.filter((status) => isPermitted({ author, status }));
  const others = permitted(SOMEBODY_ELSE);
  if (others.length === statuses.length) return undefined;
  const foreign: Filter = { field: 'status', in: others };
  const mine = userId(principal);
  if (mine === 0) return foreign;
  const ofMine: Filter = {
    all: [
      { field: 'author', equals: mine },
      { field: ownStatus, in: permitted(mine) },
    ],
  };
  // stores find one's own records by an index only if all records must be one's own
  return others.length === 0 ? ofMine : { any: [foreign, ofMine] };
};
