import { toWallClock } from '@almanac/dates';
import type { Documents, Filter } from '@almanac/documents';
import { clockUntil, endOfSecond, invalidParams } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { itemById } from '../content-items/itemLookup.ts';
import { isUnlocked, mayEditItem, mayReadItem } from '../content-items/itemRights.ts';
import { publishedOnly, visibleTo } from '../content-items/statuses.ts';
import { calendarErrors } from '../errors.ts';
import type { LinkingEvents, LinkingMember, Opening } from '../ports.ts';
import { type EventState, eventKind, events } from './event.ts';

/** Creates the queries of terms, venues and organizers about the events that link them. */
export const createLinkingEvents = ({ documents, now }: Pick<Calendar, 'documents' | 'now'>): LinkingEvents => ({
  linkedByPublished: (member) => linkedBy(member, publishedOnly),
  linkedByUpcoming: (member, principal) => {
    const upcoming: Filter = { field: 'endUtc', from: toWallClock(clockUntil(now, endOfSecond).getTime(), 'UTC') };
    return linkedBy(member, { all: [upcoming, visibleTo(principal, eventKind.type, undefined)] });
  },
  countsOf: (member, ids) => countsOf(documents, member, ids),
  linksOf: (asked, opening) => eventOfList(documents, asked, opening),
  shows: async (id, opening) => {
    const event = await visibleEvent(documents, id, opening);
    return event !== undefined && isOpen(event, opening);
  },
});

const linkedBy = (member: LinkingMember, filter: Filter): Filter => ({
  referencedBy: { collection: events, field: member, filter },
});

/** Returns the number of published events that link each of the records. */
export const countsOf = async (
  documents: Documents,
  member: LinkingMember,
  ids: readonly number[],
): Promise<ReadonlyMap<unknown, number>> =>
  ids.length === 0 ? new Map() : documents.countBy(events, member, ids, publishedOnly);

const eventOfList = async (
  documents: Documents,
  { argument, id }: { readonly argument: string; readonly id: number },
  opening: Opening,
): Promise<EventState> => {
  const event = await visibleEvent(documents, id, opening);
  if (event === undefined) throw invalidParams({ [argument]: '{name} names an event that does not exist.' });
  refuseLocked(event, opening);
  return event;
};

const visibleEvent = async (
  documents: Documents,
  id: number,
  { principal }: Opening,
): Promise<EventState | undefined> => {
  const event = await itemById(documents, eventKind, id);
  const isVisible = event !== undefined && event.status !== 'trash' && mayReadItem(principal, eventKind, event);
  return isVisible ? event : undefined;
};

const isOpen = (event: EventState, { principal, args, params }: Opening): boolean =>
  isUnlocked(event, args.password) || (params.context === 'edit' && mayEditItem(principal, eventKind, event));

/** @throws DomainError 403 for a protected event that the caller cannot open (docs/interface/calendar.md §4.1) */
export const refuseLocked = (event: EventState, opening: Opening): void => {
  if (isOpen(event, opening)) return;
  throw calendarErrors.protectedEvent();
};
