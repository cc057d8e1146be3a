import { inListsWithDrafts, protectedSearch, withAllVersions } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { anything, type Invalid, integer, invalid, invalidParams, type Values } from '@almanac/rest';
import { wordsOrPhrase } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import { listPassword, statusFilter } from '../content-items/itemArgs.ts';
import type { KindNames, LinkedKindNames } from '../content-items/itemKind.ts';
import { listedItems, listedWithoutAsking, locksOf, mayAskFor, visibleTo } from '../content-items/statuses.ts';
import type { Opening } from '../ports.ts';
import { isTruthy, pagingArgs, searchText } from '../requestArgs.ts';

type LinkedListArgs = Values<ReturnType<typeof linkedListArgs>>;

export interface LinkedListRequest extends Opening {
  readonly args: LinkedListArgs;
  readonly language: string;
}

/** Returns the filter of a list of linked items. @throws DomainError 400 for unknown ids, 403 for a locked event */
export const linkedQuery = async (
  calendar: Calendar,
  kind: LinkedKindNames,
  request: LinkedListRequest,
): Promise<Filter> => {
  const { args, principal, language } = request;
  if (args.status !== undefined && !mayAskFor(principal, kind.type, args.status)) {
    throw invalidParams({ status: '{name} has a status that you may not list.' });
  }
  const { linkingEvents } = calendar;
  const visible = visibleTo(principal, kind.type, args.status);
  const statuses = args.status ?? listedWithoutAsking(principal, kind.type);
  const filters: Filter[] = [
    visible,
    inListsWithDrafts(listedItems(kind), language, calendar.languages, { statuses, visible }),
    ...searchedIn(kind, request),
  ];
  if (args.event !== undefined) {
    const links = await linkingEvents.linksOf({ argument: 'event', id: args.event }, request);
    const linked = await calendar.documents.getMany<ItemState>(kind.collection, links[kind.plural]);
    filters.push({ field: 'id', in: await withAllVersions(calendar.documents, kind.noun, linked) });
  }
  if (args.has_events === true) filters.push(linkingEvents.linkedByPublished(kind.plural));
  if (args.has_events === false) filters.push({ not: linkingEvents.linkedByPublished(kind.plural) });
  if (args.only_with_upcoming) filters.push(linkingEvents.linkedByUpcoming(kind.plural, principal));
  return { all: filters };
};

/**
 * Returns the filter for all pieces of a search text, in any order in the same field; without a piece, or with ten
 * or more, for the text itself (docs/interface/calendar.md §8).
 */
const pieceFilter = (search: string, texts: readonly string[]): Filter => {
  const pieces = search.split(/[^\p{L}\p{N}-]+/u).filter((piece) => piece !== '');
  return { texts, words: wordsOrPhrase(pieces, search.trim()), sameField: true };
};

/** Returns the filter of a search. A password hides every text of a record, its name too. */
const searchedIn = (
  kind: KindNames,
  { args: { search, password }, principal }: LinkedListRequest,
): readonly Filter[] => {
  if (search === undefined) return [];
  return protectedSearch(
    (texts) => [pieceFilter(search, texts)],
    kind.collection.texts ?? [],
    locksOf(principal, kind.type, { openTexts: [], password }),
  );
};

const flag = (value: unknown): boolean | Invalid =>
  typeof value === 'object' ? invalid('{name} is neither true nor false.') : isTruthy(value);

/** Arguments of the lists of venues and of organizers (docs/interface/calendar.md §8). */
export const linkedListArgs = (perPage: () => number) => ({
  ...pagingArgs(perPage),
  search: searchText('Words that occur in one of the texts of the record.'),
  event: integer({ description: 'Records that are linked to this event.' }),
  has_events: anything({
    description: 'true: only records linked to events. false: only records without events.',
    parse: flag,
  }),
  only_with_upcoming: anything({
    description: 'Records that are linked to events that have not ended.',
    parse: flag,
    default: false,
  }),
  status: statusFilter,
  password: listPassword,
});
