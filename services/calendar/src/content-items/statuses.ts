import {
  inListsOf,
  type ListedKind,
  permittedRecords,
  type SiteLanguages,
  type TextLocks,
  textLocks,
} from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import {
  can,
  capabilityFor,
  type GuardedRecord,
  mayEdit,
  type Principal,
  type RecordType,
  userId,
} from '@almanac/identity';
import type { Status } from './contentItem.ts';
import type { KindNames } from './itemKind.ts';

/** Statuses that a client may write, in the order of the declared interface; the trash is reached by DELETE. */
export const writableStatuses = ['publish', 'pending', 'draft', 'future', 'private'] as const;

/** Statuses that a list can be filtered by. */
export const listedStatuses = [...writableStatuses, 'trash'] as const;

/** The statuses of a list without `status`, for callers who may edit. */
const unhidden: readonly Status[] = writableStatuses;

/** Published records, which everybody may see. */
export const publishedOnly: Filter = { field: 'status', equals: 'publish' };

/** Items of a kind, in lists. */
export const listedItems = ({ type, collection }: Pick<KindNames, 'type' | 'collection'>): ListedKind => ({
  type,
  collection,
  publicOnly: publishedOnly,
});

/** Returns the filter for items in the lists of a language. */
export const inItemLists = (
  kind: Pick<KindNames, 'type' | 'collection'>,
  language: string,
  site: SiteLanguages,
): Filter => inListsOf(listedItems(kind), language, site);

/**
 * Returns the status to store for the requested one (docs/interface/calendar.md §3): contributors never publish.
 * @param asked undefined keeps the current one, and on create means `publish`, or `draft` for callers who may not
 */
export const permittedStatus = (
  asked: Status | undefined,
  current: Status | undefined,
  mayPublish: boolean,
): Status => {
  if (asked === undefined) return current ?? (mayPublish ? 'publish' : 'draft');
  const needsRight = asked === 'publish' || asked === 'future' || asked === 'private';
  return needsRight && !mayPublish && asked !== current ? 'pending' : asked;
};

/**
 * Returns the filter for records with the requested statuses that the caller may see: unpublished records of others
 * require the right to edit them (docs/interface/calendar.md §7, docs/interface/server.md §10.4).
 * @param asked undefined: published records or, for callers who may edit, everything outside the trash
 */
export const visibleTo = (principal: Principal, type: RecordType, asked: readonly Status[] | undefined): Filter => {
  if (!can(principal, capabilityFor(type, 'edit'))) return publishedOnly;
  const statuses = asked ?? unhidden;
  const [first, ...others] = statuses;
  const isOne = first !== undefined && others.length === 0;
  const among: Filter = isOne ? { field: 'status', equals: first } : { field: 'status', in: statuses };
  if (can(principal, capabilityFor(type, 'edit_others')) || statuses.every((status) => status === 'publish')) {
    return among;
  }
  const own: Filter = { field: 'author', equals: userId(principal) };
  return { all: [among, { any: [{ field: 'status', equals: 'publish' }, own] }] };
};

/** Returns the records of a type whose texts a password hides from the caller's searches. */
export const locksOf = (
  principal: Principal,
  type: RecordType,
  opening: Parameters<typeof textLocks>[2],
): TextLocks | undefined => {
  const isPermitted = (record: GuardedRecord) => mayEdit(principal, type, record);
  const editable = permittedRecords({ principal, statuses: writableStatuses, ownStatus: 'status', isPermitted });
  return textLocks(principal, editable, opening);
};

/** Returns the statuses of a list without a `status` argument. */
export const listedWithoutAsking = (principal: Principal, type: RecordType): readonly Status[] =>
  can(principal, capabilityFor(type, 'edit')) ? unhidden : ['publish'];

/** True if the caller may list these statuses: without the right to edit, `publish` alone. */
export const mayAskFor = (principal: Principal, type: RecordType, asked: readonly Status[]): boolean =>
  can(principal, capabilityFor(type, 'edit')) || (asked.length === 1 && asked[0] === 'publish');
