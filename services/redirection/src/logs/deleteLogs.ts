import type { Filter } from '@almanac/documents';
import type { RestRequest } from '@almanac/rest';
import { idsOf } from '../bulkArgs.ts';
import { type Filters, strictFilter } from '../lists.ts';
import type { Redirection } from '../redirection.ts';
import { type AccessLog, deleteRecords } from './accessLog.ts';
import { groupingOf, inParts, logFilters } from './logLists.ts';

interface DeleteArgs {
  readonly items?: readonly string[] | undefined;
  readonly global?: boolean | undefined;
  readonly filterBy?: Filters | undefined;
  readonly groupBy?: string | undefined;
}

/**
 * Deletes records of a log: those with the given ids, or with the values that a grouped list shows as ids. With
 * `global`, deletes all records that match the filters (docs/interface/redirection.md §6).
 * @throws DomainError 400 for an unknown filter value
 */
export const deleteLogs = async (
  redirection: Redirection,
  log: AccessLog,
  request: Pick<RestRequest<DeleteArgs>, 'args' | 'abandoned'>,
): Promise<void> => {
  const filter = filterOf(log, request.args);
  if (filter !== undefined) await deleteMatching(redirection, log, filter, request.abandoned());
};

/**
 * Deletes the records of a log that match a filter.
 * @throws the reason of the signal
 */
export const deleteMatching = async (
  redirection: Redirection,
  log: AccessLog,
  filter: Filter,
  signal: AbortSignal,
): Promise<void> => {
  for await (const part of inParts(redirection.documents, log, filter)) {
    signal.throwIfAborted();
    await deleteRecords(redirection, log, part);
  }
};

const filterOf = (log: AccessLog, { items = [], global, filterBy, groupBy }: DeleteArgs): Filter | undefined => {
  if (items.length > 0) {
    const grouping = groupingOf(log, groupBy);
    if (grouping !== undefined) return groupFilter(grouping, items);
    return { field: 'number', in: idsOf(items).filter((id) => id !== undefined) };
  }
  return global === true ? strictFilter(logFilters(log), filterBy) : undefined;
};

/** Returns a filter for the records of groups; the group without a value has an empty id. */
const groupFilter = (groupBy: string, items: readonly string[]): Filter => {
  if (groupBy === 'ip') return { field: 'ip', in: items };
  const field = groupBy === 'agent' ? 'agent' : 'url';
  return {
    any: items.map(
      (item): Filter =>
        item === '' && field === 'agent' ? { field, equals: null } : { texts: [field], exactly: item },
    ),
  };
};
